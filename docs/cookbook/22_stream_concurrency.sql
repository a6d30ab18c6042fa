-- question: How many streams of a GPU are at work at once?
-- answer: Time by the number of streams with an operation running; `busy_pct` is of the time with at
--     least one on that GPU.

WITH work AS (
    SELECT
        {'gpu': gpu_id, 'process': global_pid, 'context': context_id, 'stream': stream_id} AS lane,
        start_ns,
        end_ns
    FROM gpu_activity
),

edges AS (
    SELECT lane.gpu AS gpu_id, unnest([start_ns, end_ns]) AS at_ns, unnest([1, -1]) AS step
    FROM interval_union('work')
),

steps AS (
    SELECT gpu_id, at_ns, sum(step) AS step FROM edges GROUP BY gpu_id, at_ns
),

pieces AS (
    SELECT
        gpu_id,
        (sum(step) OVER (w ROWS UNBOUNDED PRECEDING))::BIGINT AS stream_count,
        lead(at_ns) OVER w - at_ns AS piece_ns
    FROM steps
    WINDOW w AS (PARTITION BY gpu_id ORDER BY at_ns)
)

SELECT
    gpu_id,
    stream_count,
    round(sum(piece_ns) / 1e6, 3) AS total_ms,
    round(100 * sum(piece_ns) / sum(sum(piece_ns)) OVER (PARTITION BY gpu_id), 1) AS busy_pct
FROM pieces
WHERE stream_count > 0
GROUP BY gpu_id, stream_count
ORDER BY gpu_id, stream_count
