-- name: stream_concurrency
-- title: Streams Busy at Once
-- summary: For how long each GPU had no, one, two, three ... streams at work at once.
-- description: A stream is one of a process and context, and busy while any of its operations runs.
--     The rows of a GPU add up to its span, from its first operation to the end of its last; the row
--     of 0 streams is its idle time.
-- requires: gpu_activity
-- needs: _lean_ops
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: stream_count BIGINT -- streams at work at once
-- column: at_once_ns BIGINT [ns] -- time with just so many
-- column: span_pct DOUBLE [% of the GPU's span] -- that time
-- column: busy_pct DOUBLE [% of the GPU's busy time] -- that time; NULL for 0 streams
-- example: SELECT gpu_id, stream_id, count(*) FROM gpu_activity GROUP BY ALL ORDER BY ALL

WITH ops AS MATERIALIZED (
    SELECT gpu_id, global_pid, context_id, stream_id, start_ns, end_ns
    FROM _lean_ops
    WHERE end_ns IS NOT NULL
),

-- what is sorted in millions has numbers of 32 bits, which make a short key
lanes AS MATERIALIZED (
    SELECT
        *,
        (dense_rank() OVER (ORDER BY gpu_id NULLS FIRST))::INTEGER AS gpu,
        (row_number() OVER (ORDER BY gpu_id, global_pid, context_id, stream_id))::INTEGER AS lane
    FROM (SELECT DISTINCT gpu_id, global_pid, context_id, stream_id FROM ops)
),

swept AS (
    SELECT
        l.gpu,
        o.start_ns,
        o.end_ns,
        max(o.end_ns) OVER (
            PARTITION BY l.lane ORDER BY o.start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns,
        lead(o.start_ns) OVER (PARTITION BY l.lane ORDER BY o.start_ns) AS next_ns
    FROM ops AS o
    INNER JOIN lanes AS l
        ON
            l.gpu_id IS NOT DISTINCT FROM o.gpu_id
            AND l.global_pid IS NOT DISTINCT FROM o.global_pid
            AND l.context_id IS NOT DISTINCT FROM o.context_id
            AND l.stream_id IS NOT DISTINCT FROM o.stream_id
),

-- where work of a stream that runs on without a gap begins, and where it ends
edges AS MATERIALIZED (
    SELECT
        gpu,
        start_ns,
        greatest(end_ns, reached_ns) AS end_ns,
        coalesce(start_ns > reached_ns, TRUE) AS is_first,
        coalesce(next_ns > greatest(end_ns, reached_ns), TRUE) AS is_last
    FROM swept
    WHERE coalesce(start_ns > reached_ns, TRUE) OR coalesce(next_ns > greatest(end_ns, reached_ns), TRUE)
),

steps AS (
    SELECT gpu, start_ns AS at_ns, 1 AS step FROM edges WHERE is_first
    UNION ALL
    SELECT gpu, end_ns, -1 FROM edges WHERE is_last
),

-- One sort, then the rows stream by: where a GPU's rows end no stream is busy any more, so that the sum
-- needs no partition.
sorted AS (
    SELECT gpu, at_ns, step
    FROM steps
    ORDER BY gpu, at_ns
),

-- the time since the step before; of steps at one time only the first has any, after the sum of all before
pieces AS (
    SELECT
        gpu,
        sum(step) OVER (ROWS UNBOUNDED PRECEDING) - step AS stream_count,
        at_ns - lag(at_ns) OVER () AS length_ns
    FROM sorted
),

busy AS (
    SELECT gpu, stream_count::BIGINT AS stream_count, sum(length_ns)::BIGINT AS at_once_ns
    FROM pieces
    WHERE length_ns > 0 AND stream_count > 0
    GROUP BY gpu, stream_count
),

spans AS (
    SELECT gpu, max(end_ns) - min(start_ns) AS span_ns FROM edges GROUP BY gpu
),

totals AS (
    SELECT gpu, stream_count, at_once_ns
    FROM busy
    UNION ALL
    SELECT s.gpu, 0, s.span_ns - coalesce(sum(b.at_once_ns), 0)::BIGINT
    FROM spans AS s
    LEFT JOIN busy AS b ON b.gpu = s.gpu
    GROUP BY s.gpu, s.span_ns
    HAVING s.span_ns > coalesce(sum(b.at_once_ns), 0)
)

SELECT
    g.gpu_id,
    t.stream_count,
    t.at_once_ns,
    100.0 * t.at_once_ns / s.span_ns AS span_pct,
    CASE
        WHEN t.stream_count > 0
            THEN 100.0 * t.at_once_ns / sum(t.at_once_ns) OVER (PARTITION BY t.gpu, t.stream_count > 0)
    END AS busy_pct
FROM totals AS t
INNER JOIN spans AS s ON s.gpu = t.gpu
INNER JOIN (SELECT DISTINCT gpu, gpu_id FROM lanes) AS g ON g.gpu = t.gpu
ORDER BY g.gpu_id, t.stream_count
