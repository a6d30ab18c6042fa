-- name: gpu_utilization
-- title: GPU Utilization
-- summary: Span, busy and idle time of each GPU, and what kept it busy.
-- description: All times are of unions, so none exceeds the span. The span goes from the GPU's first
--     operation to the end of its last; busy and idle add up to it; kernel_only, copy_only and both add
--     up to busy. CUDA graphs traced as a whole count as kernels; memsets and decompressions as copies.
--     Under a window the work is cut to it, and the span is still that of the work: window_busy_pct is of the
--     window's own length. What the export has no table for is NULL. Untimed operations are counted, and in no time.
-- requires: gpu_activity
-- needs: _lean_ops, gpus, _recorded, _window
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: gpu_name VARCHAR -- as in Tesla T4; NULL where the export does not tell
-- column: first_ns BIGINT [ns] -- start of the GPU's first operation
-- column: span_ns BIGINT [ns] -- from there to the end of its last operation
-- column: busy_ns BIGINT [ns] -- time in which some operation ran
-- column: busy_pct DOUBLE [% of the span] -- busy time
-- column: idle_ns BIGINT [ns] -- time in which none ran
-- column: window_ns BIGINT [ns] -- length of the run's window; NULL without a window that has both ends
-- column: window_idle_ns BIGINT [ns] -- time of the window in which none ran, before the first and after the last too
-- column: window_busy_pct DOUBLE [% of the window] -- busy time
-- column: kernel_only_ns BIGINT [ns] -- time in which kernels ran and no copy
-- column: copy_only_ns BIGINT [ns] -- time in which copies ran and no kernel
-- column: both_ns BIGINT [ns] -- time in which kernels and copies ran
-- column: kernel_count BIGINT -- kernels, and CUDA graphs traced as a whole
-- column: copy_count BIGINT -- copies, memsets, decompressions
-- column: untimed_count BIGINT -- operations without usable times
-- example: SELECT gpu_id, sum(duration_ns)::BIGINT AS busy_ns FROM gpu_busy GROUP BY gpu_id ORDER BY gpu_id

-- how far the work that began before reaches: what an operation adds to each union lies beyond
WITH swept AS (
    SELECT
        gpu_id,
        start_ns,
        end_ns,
        kind IN ('kernel', 'graph') AS is_kernel,
        max(CASE WHEN kind IN ('kernel', 'graph') THEN end_ns END) OVER earlier AS kernel_reach_ns,
        max(CASE WHEN kind NOT IN ('kernel', 'graph') THEN end_ns END) OVER earlier AS copy_reach_ns
    FROM _lean_ops
    WINDOW earlier AS (
        PARTITION BY gpu_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )
),

added AS (
    SELECT
        *,
        greatest(end_ns - greatest(start_ns, kernel_reach_ns, copy_reach_ns), 0) AS busy_ns,
        greatest(end_ns - greatest(start_ns, kernel_reach_ns), 0) AS kernel_ns,
        greatest(end_ns - greatest(start_ns, copy_reach_ns), 0) AS copy_ns
    FROM swept
),

totals AS (
    SELECT
        gpu_id,
        min(start_ns) FILTER (WHERE end_ns IS NOT NULL) AS first_ns,
        max(end_ns) AS last_ns,
        (sum(busy_ns) FILTER (WHERE end_ns IS NOT NULL))::BIGINT AS busy_ns,
        coalesce(sum(kernel_ns) FILTER (WHERE is_kernel AND end_ns IS NOT NULL), 0)::BIGINT AS kernel_ns,
        coalesce(sum(copy_ns) FILTER (WHERE NOT is_kernel AND end_ns IS NOT NULL), 0)::BIGINT AS copy_ns,
        count(*) FILTER (WHERE is_kernel) AS kernel_count,
        count(*) FILTER (WHERE NOT is_kernel) AS copy_count,
        count(*) FILTER (WHERE end_ns IS NULL) AS untimed_count
    FROM added
    GROUP BY gpu_id
)

SELECT
    t.gpu_id,
    g.gpu_name,
    t.first_ns,
    t.last_ns - t.first_ns AS span_ns,
    t.busy_ns,
    100.0 * t.busy_ns / nullif(t.last_ns - t.first_ns, 0) AS busy_pct,
    t.last_ns - t.first_ns - t.busy_ns AS idle_ns,
    w.window_ns,
    w.window_ns - t.busy_ns AS window_idle_ns,
    100.0 * t.busy_ns / w.window_ns AS window_busy_pct,
    CASE WHEN r.kernels THEN t.busy_ns - t.copy_ns END AS kernel_only_ns,
    CASE WHEN r.copies THEN t.busy_ns - t.kernel_ns END AS copy_only_ns,
    CASE WHEN r.kernels AND r.copies THEN t.kernel_ns + t.copy_ns - t.busy_ns END AS both_ns,
    CASE WHEN r.kernels THEN t.kernel_count END AS kernel_count,
    CASE WHEN r.copies THEN t.copy_count END AS copy_count,
    t.untimed_count
FROM totals AS t
CROSS JOIN _recorded AS r
CROSS JOIN _window AS w
LEFT JOIN gpus AS g ON g.gpu_id = t.gpu_id
ORDER BY t.gpu_id
