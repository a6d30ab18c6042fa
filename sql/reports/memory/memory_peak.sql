-- name: memory_peak
-- title: GPU Memory Peak
-- summary: Peak of the allocated GPU memory per GPU, process and kind, and what was not freed.
-- description: From memory_in_use. Memory allocated before the capture began is not in it, and is not
--     taken from it when it is freed: unmatched_freed_bytes. Peaks of several processes or kinds need not fall together, so they
--     do not add up to the GPU's.
-- requires: gpu_memory_events first
-- needs: memory_in_use, gpus
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: mem_kind VARCHAR -- as in Device or Managed
-- column: allocation_count BIGINT -- allocations
-- column: deallocation_count BIGINT -- deallocations
-- column: allocated_bytes BIGINT [bytes] -- bytes of all allocations
-- column: freed_bytes BIGINT [bytes] -- bytes of all deallocations
-- column: peak_bytes BIGINT [bytes] -- most that was in use at once
-- column: peak_at_ns BIGINT [ns] -- when that was reached first; NULL for a peak of 0, and before a window
-- column: end_bytes BIGINT [bytes] -- in use at the end of the capture, or of the window
-- column: peak_pct DOUBLE [% of the GPU's memory] -- peak_bytes; NULL for memory that is not on the device
-- column: unmatched_freed_bytes BIGINT [bytes] -- of freed_bytes, memory whose allocation the capture does not have
-- example: SELECT memory_operation, mem_kind, sum(bytes)::BIGINT FROM gpu_memory_events GROUP BY ALL ORDER BY ALL

WITH running AS (
    SELECT
        *,
        CASE WHEN memory_operation = 'allocation' THEN bytes END AS allocated_bytes,
        CASE WHEN memory_operation = 'deallocation' THEN bytes END AS freed_bytes
    FROM memory_in_use
),

totals AS (
    SELECT
        gpu_id,
        global_pid,
        any_value(pid) AS pid,
        mem_kind,
        count(allocated_bytes) AS allocation_count,
        count(freed_bytes) AS deallocation_count,
        coalesce(sum(allocated_bytes), 0)::BIGINT AS allocated_bytes,
        coalesce(sum(freed_bytes), 0)::BIGINT AS freed_bytes,
        coalesce(sum(freed_bytes) FILTER (WHERE is_unmatched), 0)::BIGINT AS unmatched_freed_bytes,
        -- under a window what was in use as it began counts too
        greatest(max(in_use_bytes), arg_min(in_use_bytes - change_bytes, (start_ns, event_id)), 0) AS peak_bytes,
        max(in_use_bytes) AS highest_bytes,
        arg_min(start_ns, (-in_use_bytes, start_ns, event_id)) FILTER (WHERE in_use_bytes > 0)
            AS peak_at_ns,
        arg_max(in_use_bytes, (start_ns, event_id)) AS end_bytes
    FROM running
    GROUP BY gpu_id, global_pid, mem_kind
)

SELECT
    t.gpu_id,
    t.pid,
    t.mem_kind,
    t.allocation_count,
    t.deallocation_count,
    t.allocated_bytes,
    t.freed_bytes,
    t.peak_bytes,
    CASE WHEN t.highest_bytes = t.peak_bytes THEN t.peak_at_ns END AS peak_at_ns,
    t.end_bytes,
    CASE WHEN t.mem_kind LIKE 'Device%' THEN 100.0 * t.peak_bytes / nullif(g.memory_bytes, 0) END
        AS peak_pct,
    t.unmatched_freed_bytes
FROM totals AS t
LEFT JOIN gpus AS g ON g.gpu_id = t.gpu_id
ORDER BY t.peak_bytes DESC NULLS LAST, t.gpu_id, t.pid, t.mem_kind
