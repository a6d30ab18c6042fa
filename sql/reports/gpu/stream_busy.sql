-- name: stream_busy
-- title: Busy Time per Stream
-- summary: Each stream's operations and busy time.
-- description: A stream is one of a process and context; its number alone names many. Streams work at
--     the same time, so neither their busy times nor their shares add up to those of the GPU.
-- requires: gpu_activity
-- needs: _lean_ops, streams, process_of
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

-- how far the stream's work that began before reaches: an operation adds to the union what lies beyond
WITH swept AS (
    SELECT
        gpu_id,
        global_pid,
        context_id,
        stream_id,
        start_ns,
        end_ns,
        kind IN ('kernel', 'graph') AS is_kernel,
        max(end_ns) OVER (
            PARTITION BY gpu_id, global_pid, context_id, stream_id ORDER BY start_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns
    FROM _lean_ops
),

totals AS (
    SELECT
        gpu_id,
        global_pid,
        process_of(global_pid) AS pid,
        context_id,
        stream_id,
        count(*) FILTER (WHERE is_kernel) AS kernel_count,
        count(*) FILTER (WHERE NOT is_kernel) AS copy_count,
        min(start_ns) FILTER (WHERE end_ns IS NOT NULL) AS first_ns,
        max(end_ns) AS last_ns,
        sum(end_ns - start_ns)::BIGINT AS sum_ns,
        (sum(greatest(end_ns - greatest(start_ns, reached_ns), 0)) FILTER (WHERE end_ns IS NOT NULL))::BIGINT
            AS busy_ns
    FROM swept
    GROUP BY gpu_id, global_pid, context_id, stream_id
),

placed AS (
    SELECT
        *,
        max(last_ns) OVER (PARTITION BY gpu_id) - min(first_ns) OVER (PARTITION BY gpu_id) AS span_ns
    FROM totals
)

SELECT
    t.gpu_id,
    t.pid,
    t.context_id,
    t.stream_id,
    s.stream_kind,
    t.kernel_count,
    t.copy_count,
    t.sum_ns,
    t.busy_ns,
    100.0 * t.busy_ns / nullif(t.span_ns, 0) AS span_pct
FROM placed AS t
LEFT JOIN streams AS s
    ON
        s.global_pid = t.global_pid
        AND s.context_id = t.context_id
        AND s.stream_id = t.stream_id
ORDER BY t.gpu_id, t.busy_ns DESC NULLS LAST, t.pid, t.context_id, t.stream_id
