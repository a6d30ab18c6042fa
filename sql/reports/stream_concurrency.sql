-- name: stream_concurrency
-- title: Streams Busy at Once
-- summary: For how long each GPU had no, one, two, three ... streams at work at once.
-- description: A stream is one of a process and context, and busy while any of its operations runs.
--     The rows of a GPU add up to its span, from its first operation to the end of its last; the row
--     of 0 streams is its idle time.
-- requires: gpu_activity
-- needs: gpu_activity, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: stream_count BIGINT -- streams at work at once
-- column: at_once_ns BIGINT [ns] -- time with just so many
-- column: span_pct DOUBLE [% of the GPU's span] -- that time
-- column: busy_pct DOUBLE [% of the GPU's busy time] -- that time; NULL for 0 streams
-- example: SELECT gpu_id, stream_id, count(*) FROM gpu_activity GROUP BY ALL ORDER BY ALL

WITH _work AS (
    SELECT
        {
            'gpu_id': gpu_id,
            'global_pid': global_pid,
            'context_id': context_id,
            'stream_id': stream_id
        } AS lane,
        start_ns,
        end_ns
    FROM gpu_activity
),

islands AS MATERIALIZED (
    SELECT lane.gpu_id AS gpu_id, start_ns, end_ns FROM interval_union('_work')
),

steps AS (
    SELECT gpu_id, start_ns AS at_ns, 1 AS step FROM islands
    UNION ALL
    SELECT gpu_id, end_ns, -1 FROM islands
),

-- of steps at one time the last is followed by a piece of some length, and has the sum of all
pieces AS (
    SELECT
        gpu_id,
        sum(step) OVER in_order AS stream_count,
        lead(at_ns) OVER in_order - at_ns AS length_ns
    FROM steps
    WINDOW in_order AS (PARTITION BY gpu_id ORDER BY at_ns, step ROWS UNBOUNDED PRECEDING)
),

totals AS (
    SELECT gpu_id, stream_count::BIGINT AS stream_count, sum(length_ns)::BIGINT AS at_once_ns
    FROM pieces
    WHERE length_ns > 0
    GROUP BY gpu_id, stream_count
)

SELECT
    gpu_id,
    stream_count,
    at_once_ns,
    100.0 * at_once_ns / sum(at_once_ns) OVER (PARTITION BY gpu_id) AS span_pct,
    CASE
        WHEN stream_count > 0
            THEN 100.0 * at_once_ns / sum(at_once_ns) OVER (PARTITION BY gpu_id, stream_count > 0)
    END AS busy_pct
FROM totals
ORDER BY gpu_id, stream_count
