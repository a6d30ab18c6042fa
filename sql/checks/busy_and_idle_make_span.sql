-- name: busy_and_idle_make_span
-- summary: Per GPU, busy and idle time add up to the span.
-- needs: gpu_activity, gpu_busy, gpu_idle
-- column: gpu_id BIGINT -- a GPU where they do not
-- column: span_ns BIGINT [ns] -- from its first operation to the end of its last, under a window with the gaps at its ends
-- column: busy_ns BIGINT [ns] -- length of its busy islands
-- column: idle_ns BIGINT [ns] -- length of its gaps

WITH spans AS (
    SELECT gpu_id, max(end_ns) - min(start_ns) AS span_ns
    FROM (
        SELECT gpu_id, start_ns, end_ns FROM gpu_activity WHERE end_ns IS NOT NULL
        UNION ALL
        SELECT gpu_id, start_ns, end_ns FROM gpu_idle
    )
    GROUP BY gpu_id
),

busy AS (
    SELECT gpu_id, sum(duration_ns)::BIGINT AS busy_ns FROM gpu_busy GROUP BY gpu_id
),

idle AS (
    SELECT gpu_id, sum(duration_ns)::BIGINT AS idle_ns FROM gpu_idle GROUP BY gpu_id
)

SELECT s.gpu_id, s.span_ns, b.busy_ns, coalesce(i.idle_ns, 0) AS idle_ns
FROM spans AS s
LEFT JOIN busy AS b ON b.gpu_id IS NOT DISTINCT FROM s.gpu_id
LEFT JOIN idle AS i ON i.gpu_id IS NOT DISTINCT FROM s.gpu_id
WHERE s.span_ns IS DISTINCT FROM coalesce(b.busy_ns, 0) + coalesce(i.idle_ns, 0)
ORDER BY s.gpu_id
