-- name: step_summary
-- summary: The budget of a step per GPU: median, shortest and longest of each part.
-- description: Of steady steps; where none is steady, of all. The parts compute, communication only, copies only and idle
--     add up to the step in each step, medians do not. launch-starved, blocking, stalled and unknown part the time without compute.
-- needs: step_budget
-- requires: gpu_activity
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: part VARCHAR -- step, or what was done in it
-- column: step_count BIGINT -- steps that were counted
-- column: median_ns BIGINT [ns] -- median of the steps
-- column: min_ns BIGINT [ns] -- the step with the least
-- column: max_ns BIGINT [ns] -- the step with the most
-- column: total_ns BIGINT [ns] -- of all these steps
-- column: step_pct DOUBLE [% of the steps] -- the total's share of these steps
-- example: SELECT step_id, gpu_id, step_ns, compute_ns, idle_ns FROM step_budget ORDER BY step_id, gpu_id

WITH counted AS (
    SELECT * FROM step_budget
    WHERE is_steady OR NOT EXISTS (FROM step_budget WHERE is_steady)
),

parts AS (
    SELECT
        gpu_id,
        step_ns,
        unnest([
            'step', 'compute', 'communication only', 'copies only', 'idle', 'launch-starved', 'blocking', 'stalled',
            'unknown'
        ]) AS part,
        unnest([1, 2, 3, 4, 5, 6, 7, 8, 9]) AS place,
        unnest([
            step_ns, compute_ns, communication_only_ns, copy_only_ns, idle_ns, launch_starved_ns, blocking_ns, stalled_ns,
            unknown_ns
        ]) AS part_ns
    FROM counted
)

SELECT
    nullif(gpu_id, -1) AS gpu_id,
    part,
    count(*) AS step_count,
    median(part_ns)::BIGINT AS median_ns,
    min(part_ns) AS min_ns,
    max(part_ns) AS max_ns,
    sum(part_ns)::BIGINT AS total_ns,
    100.0 * sum(part_ns) / nullif(sum(step_ns), 0) AS step_pct
FROM parts
GROUP BY gpu_id, part, place
ORDER BY gpu_id, place
