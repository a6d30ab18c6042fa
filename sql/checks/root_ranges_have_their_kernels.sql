-- name: root_ranges_have_their_kernels
-- summary: An outermost push/pop range has at least the kernels of the launching calls inside it.
-- description: Counted a second time without nesting: outermost ranges of a thread and domain follow each other, so
--     that the last one begun before a call is the only one that the call can lie in.
-- needs: nvtx_gpu, launches, nvtx_ranges
-- column: range_id BIGINT -- a range with too few kernels
-- column: kernel_count BIGINT -- kernels of the range in nvtx_gpu
-- column: calls_count BIGINT -- kernels of the calls inside it

WITH roots AS MATERIALIZED (
    SELECT event_id, global_tid, domain_id, start_ns, end_ns
    FROM nvtx_ranges
    WHERE depth = 0 AND style = 'push_pop' AND end_tid IS NULL AND start_ns < coalesce(end_ns, 9223372036854775807)
),

calls AS MATERIALIZED (
    SELECT l.global_tid, d.domain_id, l.api_start_ns, l.api_end_ns, count(*) AS kernel_count
    FROM launches AS l
    INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM roots) AS d ON d.global_tid = l.global_tid
    WHERE l.kind = 'kernel' AND l.api_end_ns > l.api_start_ns
    GROUP BY ALL
),

counted AS (
    SELECT r.event_id, sum(c.kernel_count)::BIGINT AS calls_count
    FROM calls AS c
    ASOF INNER JOIN roots AS r
        ON r.global_tid = c.global_tid AND r.domain_id = c.domain_id AND c.api_start_ns >= r.start_ns
    WHERE c.api_end_ns <= coalesce(r.end_ns, c.api_end_ns)
    GROUP BY r.event_id
)

SELECT g.range_id, g.kernel_count, c.calls_count
FROM counted AS c
INNER JOIN nvtx_gpu AS g ON g.range_id = c.event_id
WHERE g.kernel_count < c.calls_count
ORDER BY g.range_id
