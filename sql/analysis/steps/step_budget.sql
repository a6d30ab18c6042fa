-- name: step_budget
-- summary: What each GPU did in each step: compute, communication alone, copies alone, idle; and why it did not compute.
-- description: From unions of intervals. compute_ns, communication_only_ns, copy_only_ns and idle_ns are disjoint and
--     add up to step_ns. launch_starved_ns, blocking_ns, stalled_ns and unknown_ns add up to the step without compute:
--     each stretch without compute counts as launch-starved until the call that launched the next compute operation
--     returned, then as blocking until the end of the work which that operation waited for, then as stalled; as
--     unknown where the export has no such call, as for the nodes of a graph whose launch is lost, and after the last
--     compute operation. Memsets and decompressions count as copies, whole graphs as compute. A GPU has the steps of
--     the process with most work there. Under a window: steps are cut to it.
-- window: keep start_ns end_ns
-- needs: _gpu_steps, _budget_ops, _compute_gaps, interval_coverage
-- column: step_id BIGINT -- the step
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- start of the step
-- column: end_ns BIGINT [ns] -- end of the step
-- column: is_steady BOOLEAN -- figures per step count it
-- column: step_ns BIGINT [ns] -- length of the step
-- column: compute_ns BIGINT [ns] -- a compute kernel ran
-- column: communication_only_ns BIGINT [ns] -- communication ran, and no compute
-- column: copy_only_ns BIGINT [ns] -- a copy ran, and neither compute nor communication
-- column: idle_ns BIGINT [ns] -- nothing ran
-- column: launch_starved_ns BIGINT [ns] -- no compute, and the next compute operation had not been launched
-- column: blocking_ns BIGINT [ns] -- no compute; launched, but what the next one depends on still ran
-- column: blocking_communication_ns BIGINT [ns] -- of it, where that is communication
-- column: stalled_ns BIGINT [ns] -- no compute; launched, and nothing known explains it
-- column: unknown_ns BIGINT [ns] -- no compute, and the export has no launch of what comes next
-- example: SELECT gpu_id, median(step_ns), median(compute_ns), median(idle_ns) FROM step_budget WHERE is_steady GROUP BY gpu_id

WITH _classes AS (
    SELECT {'gpu': gpu_id, 'class': 'compute'} AS lane, start_ns, end_ns FROM _budget_ops WHERE part = 'compute'
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'kernels'}, start_ns, end_ns FROM _budget_ops WHERE part <> 'copy'
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'work'}, start_ns, end_ns FROM _budget_ops
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'starved'}, start_ns, least(issued_ns, end_ns)
    FROM _compute_gaps
    WHERE issued_ns > start_ns
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'blocking'}, greatest(start_ns, issued_ns), producer_end_ns
    FROM _compute_gaps
    WHERE producer_end_ns > issued_ns
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'by communication'}, greatest(start_ns, issued_ns), producer_end_ns
    FROM _compute_gaps
    WHERE producer_end_ns > issued_ns AND producer_part = 'communication'
    UNION ALL
    SELECT {'gpu': gpu_id, 'class': 'unknown'}, start_ns, end_ns FROM _compute_gaps WHERE issued_ns IS NULL
),

_points AS (
    SELECT {'gpu': s.gpu_id, 'class': c.class} AS lane, unnest([s.start_ns, s.end_ns]) AS at_ns
    FROM _gpu_steps AS s
    CROSS JOIN (
        VALUES ('compute'), ('kernels'), ('work'), ('starved'), ('blocking'), ('by communication'), ('unknown')
    ) AS c (class)
),

covered AS MATERIALIZED (
    SELECT lane.gpu AS gpu_id, lane.class AS class, at_ns, covered_ns FROM interval_coverage('_classes', '_points')
),

pivoted AS MATERIALIZED (
    SELECT
        gpu_id,
        at_ns,
        max(CASE WHEN class = 'compute' THEN covered_ns END) AS compute_ns,
        max(CASE WHEN class = 'kernels' THEN covered_ns END) AS kernels_ns,
        max(CASE WHEN class = 'work' THEN covered_ns END) AS work_ns,
        max(CASE WHEN class = 'starved' THEN covered_ns END) AS starved_ns,
        max(CASE WHEN class = 'blocking' THEN covered_ns END) AS blocking_ns,
        max(CASE WHEN class = 'by communication' THEN covered_ns END) AS by_communication_ns,
        max(CASE WHEN class = 'unknown' THEN covered_ns END) AS unknown_ns
    FROM covered
    GROUP BY gpu_id, at_ns
),

parts AS (
    SELECT
        s.*,
        s.end_ns - s.start_ns AS step_ns,
        e.compute_ns - b.compute_ns AS compute_ns,
        e.kernels_ns - b.kernels_ns AS kernels_ns,
        e.work_ns - b.work_ns AS work_ns,
        e.starved_ns - b.starved_ns AS starved_ns,
        e.blocking_ns - b.blocking_ns AS blocking_ns,
        e.by_communication_ns - b.by_communication_ns AS by_communication_ns,
        e.unknown_ns - b.unknown_ns AS unknown_ns
    FROM _gpu_steps AS s
    INNER JOIN pivoted AS b ON b.gpu_id = s.gpu_id AND b.at_ns = s.start_ns
    INNER JOIN pivoted AS e ON e.gpu_id = s.gpu_id AND e.at_ns = s.end_ns
)

SELECT
    step_id,
    gpu_id,
    start_ns,
    end_ns,
    is_steady,
    step_ns,
    compute_ns,
    kernels_ns - compute_ns AS communication_only_ns,
    work_ns - kernels_ns AS copy_only_ns,
    step_ns - work_ns AS idle_ns,
    starved_ns AS launch_starved_ns,
    blocking_ns,
    by_communication_ns AS blocking_communication_ns,
    step_ns - compute_ns - starved_ns - blocking_ns - unknown_ns AS stalled_ns,
    unknown_ns
FROM parts
