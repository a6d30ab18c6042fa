-- name: stream_busy
-- title: Busy Time per Stream
-- summary: Each stream's operations and busy time.
-- description: A stream is one of a process and context; its number alone names many. Streams work at
--     the same time, so neither their busy times nor their shares add up to those of the GPU.
-- requires: gpu_activity
-- needs: gpu_activity, streams, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: stream_kind VARCHAR -- default, non-blocking, null or unknown; NULL where the export does not tell
-- column: kernel_count BIGINT -- kernels, and CUDA graphs traced as a whole
-- column: copy_count BIGINT -- copies, memsets, decompressions
-- column: sum_ns BIGINT [ns] -- summed time of the operations
-- column: busy_ns BIGINT [ns] -- time in which some operation of the stream ran
-- column: span_pct DOUBLE [% of the GPU's span] -- busy time; the span is that of all streams of the GPU
-- example: SELECT gpu_id, stream_id, count(*) FROM gpu_activity GROUP BY ALL ORDER BY ALL

WITH work AS MATERIALIZED (
    SELECT
        {
            'gpu_id': gpu_id,
            'global_pid': global_pid,
            'context_id': context_id,
            'stream_id': stream_id
        } AS lane,
        gpu_id,
        pid,
        start_ns,
        end_ns,
        duration_ns,
        kind IN ('kernel', 'graph') AS is_kernel
    FROM gpu_activity
),

_work AS (
    SELECT lane, start_ns, end_ns FROM work
),

busy AS (
    SELECT lane, sum(end_ns - start_ns)::BIGINT AS busy_ns
    FROM interval_union('_work')
    GROUP BY lane
),

spans AS (
    SELECT gpu_id, max(end_ns) - min(start_ns) AS span_ns
    FROM work
    WHERE end_ns IS NOT NULL
    GROUP BY gpu_id
),

totals AS (
    SELECT
        lane,
        any_value(pid) AS pid,
        count(*) FILTER (WHERE is_kernel) AS kernel_count,
        count(*) FILTER (WHERE NOT is_kernel) AS copy_count,
        sum(duration_ns)::BIGINT AS sum_ns
    FROM work
    GROUP BY lane
)

SELECT
    t.lane.gpu_id AS gpu_id,
    t.pid,
    t.lane.context_id AS context_id,
    t.lane.stream_id AS stream_id,
    s.stream_kind,
    t.kernel_count,
    t.copy_count,
    t.sum_ns,
    b.busy_ns,
    100.0 * b.busy_ns / nullif(p.span_ns, 0) AS span_pct
FROM totals AS t
LEFT JOIN busy AS b ON b.lane IS NOT DISTINCT FROM t.lane
LEFT JOIN spans AS p ON p.gpu_id IS NOT DISTINCT FROM t.lane.gpu_id
LEFT JOIN streams AS s
    ON
        s.global_pid = t.lane.global_pid
        AND s.context_id = t.lane.context_id
        AND s.stream_id = t.lane.stream_id
ORDER BY gpu_id, busy_ns DESC NULLS LAST, t.pid, context_id, stream_id
