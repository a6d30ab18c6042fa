-- name: compare_work
-- summary: What compare knows of kernels, copies and memsets: per GPU and name.
-- command: compare
-- description: share_ns is the time of a GPU's work divided among what ran at once, so that the shares of
--     a GPU add up to its busy time; sum_ns counts each operation whole. Graphs traced as a whole are one name, 'graph':
--     the id that nsys names them by differs from run to run.
-- requires: gpu_activity
-- needs: _gpu_shares
-- param: is_kernel BOOLEAN = TRUE -- kernels and graphs traced as a whole; else copies, memsets, decompressions
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: name VARCHAR -- demangled kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: count BIGINT -- operations, timed or not
-- column: total_ns BIGINT [ns] -- summed time
-- column: share_ns BIGINT [ns] -- share of the GPU's busy time
-- column: bytes BIGINT [bytes] -- bytes of copies and memsets

SELECT
    gpu_id,
    CASE WHEN kind = 'graph' THEN 'graph' ELSE name END AS name,
    sum(op_count)::BIGINT AS count,
    sum(sum_ns)::BIGINT AS total_ns,
    sum(share_ns)::BIGINT AS share_ns,
    sum(total_bytes)::BIGINT AS bytes
FROM _gpu_shares
WHERE (kind IN ('kernel', 'graph')) = $is_kernel::BOOLEAN
GROUP BY ALL
ORDER BY gpu_id, name
