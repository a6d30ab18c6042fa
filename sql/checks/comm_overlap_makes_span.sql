-- name: comm_overlap_makes_span
-- summary: Per GPU, the four parts of comm_overlap add up to the span, and none is negative.
-- needs: comm_overlap
-- column: gpu_id BIGINT -- a GPU where they do not
-- column: span_ns BIGINT [ns] -- from its first operation to the end of its last
-- column: parts_ns BIGINT [ns] -- sum of the four parts

SELECT
    gpu_id,
    span_ns,
    compute_only_ns + comm_only_ns + both_ns + idle_ns AS parts_ns
FROM comm_overlap()
WHERE
    span_ns <> compute_only_ns + comm_only_ns + both_ns + idle_ns
    OR least(compute_only_ns, comm_only_ns, both_ns, idle_ns) < 0
ORDER BY gpu_id
