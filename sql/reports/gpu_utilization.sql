-- name: gpu_utilization
-- title: GPU Utilization
-- summary: Span, busy and idle time of each GPU, and what kept it busy.
-- description: All times are of unions, so none exceeds the span. The span goes from the GPU's first
--     operation to the end of its last; busy and idle add up to it; kernel_only, copy_only and both add
--     up to busy. CUDA graphs traced as a whole count as kernels; memsets and decompressions as copies.
--     What the export has no table for is NULL. Untimed operations are counted, and in no time.
-- requires: gpu_activity
-- needs: gpu_activity, gpus, interval_union, _recorded
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: gpu_name VARCHAR -- as in Tesla T4; NULL where the export does not tell
-- column: first_ns BIGINT [ns] -- start of the GPU's first operation
-- column: span_ns BIGINT [ns] -- from there to the end of its last operation
-- column: busy_ns BIGINT [ns] -- time in which some operation ran
-- column: busy_pct DOUBLE [% of the span] -- busy time
-- column: idle_ns BIGINT [ns] -- time in which none ran
-- column: kernel_only_ns BIGINT [ns] -- time in which kernels ran and no copy
-- column: copy_only_ns BIGINT [ns] -- time in which copies ran and no kernel
-- column: both_ns BIGINT [ns] -- time in which kernels and copies ran
-- column: kernel_count BIGINT -- kernels, and CUDA graphs traced as a whole
-- column: copy_count BIGINT -- copies, memsets, decompressions
-- column: untimed_count BIGINT -- operations without usable times
-- example: SELECT gpu_id, sum(duration_ns)::BIGINT AS busy_ns FROM gpu_busy GROUP BY gpu_id ORDER BY gpu_id

WITH work AS MATERIALIZED (
    SELECT gpu_id AS lane, start_ns, end_ns, kind IN ('kernel', 'graph') AS is_kernel
    FROM gpu_activity
),

_kernels AS (
    SELECT lane, start_ns, end_ns FROM work WHERE is_kernel
),

_copies AS (
    SELECT lane, start_ns, end_ns FROM work WHERE NOT is_kernel
),

kernel_islands AS MATERIALIZED (
    SELECT lane, start_ns, end_ns FROM interval_union('_kernels')
),

copy_islands AS MATERIALIZED (
    SELECT lane, start_ns, end_ns FROM interval_union('_copies')
),

_islands AS (
    SELECT lane, start_ns, end_ns FROM kernel_islands
    UNION ALL
    SELECT lane, start_ns, end_ns FROM copy_islands
),

lengths AS (
    SELECT lane, 'kernel' AS part, end_ns - start_ns AS length_ns FROM kernel_islands
    UNION ALL
    SELECT lane, 'copy', end_ns - start_ns FROM copy_islands
    UNION ALL
    SELECT lane, 'any', end_ns - start_ns FROM interval_union('_islands')
),

unions AS (
    SELECT
        lane,
        coalesce(sum(length_ns) FILTER (WHERE part = 'kernel'), 0)::BIGINT AS kernel_ns,
        coalesce(sum(length_ns) FILTER (WHERE part = 'copy'), 0)::BIGINT AS copy_ns,
        coalesce(sum(length_ns) FILTER (WHERE part = 'any'), 0)::BIGINT AS busy_ns
    FROM lengths
    GROUP BY lane
),

spans AS (
    SELECT
        lane,
        min(start_ns) FILTER (WHERE end_ns IS NOT NULL) AS first_ns,
        max(end_ns) AS last_ns,
        count(*) FILTER (WHERE is_kernel) AS kernel_count,
        count(*) FILTER (WHERE NOT is_kernel) AS copy_count,
        count(*) FILTER (WHERE end_ns IS NULL) AS untimed_count
    FROM work
    GROUP BY lane
)

SELECT
    s.lane AS gpu_id,
    g.gpu_name,
    s.first_ns,
    s.last_ns - s.first_ns AS span_ns,
    u.busy_ns,
    100.0 * u.busy_ns / nullif(s.last_ns - s.first_ns, 0) AS busy_pct,
    s.last_ns - s.first_ns - u.busy_ns AS idle_ns,
    CASE WHEN r.kernels THEN u.busy_ns - u.copy_ns END AS kernel_only_ns,
    CASE WHEN r.copies THEN u.busy_ns - u.kernel_ns END AS copy_only_ns,
    CASE WHEN r.kernels AND r.copies THEN u.kernel_ns + u.copy_ns - u.busy_ns END AS both_ns,
    CASE WHEN r.kernels THEN s.kernel_count END AS kernel_count,
    CASE WHEN r.copies THEN s.copy_count END AS copy_count,
    s.untimed_count
FROM spans AS s
CROSS JOIN _recorded AS r
LEFT JOIN unions AS u ON u.lane IS NOT DISTINCT FROM s.lane
LEFT JOIN gpus AS g ON g.gpu_id = s.lane
ORDER BY s.lane
