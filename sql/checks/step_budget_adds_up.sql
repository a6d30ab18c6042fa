-- name: step_budget_adds_up
-- summary: The parts of each step's budget add up to the step, and those of its time without compute to that.
-- description: The offending rows; no part is negative.
-- needs: step_budget
-- column: step_id BIGINT -- the step
-- column: gpu_id BIGINT -- the GPU
-- column: step_ns BIGINT [ns] -- length of the step
-- column: parts_ns BIGINT [ns] -- compute, communication alone, copies alone and idle time
-- column: without_compute_ns BIGINT [ns] -- launch-starved, blocking, stalled and unknown time

SELECT step_id, gpu_id, step_ns, parts_ns, without_compute_ns
FROM (
    SELECT
        *,
        compute_ns + communication_only_ns + copy_only_ns + idle_ns AS parts_ns,
        launch_starved_ns + blocking_ns + stalled_ns + unknown_ns AS without_compute_ns
    FROM step_budget
)
WHERE
    parts_ns <> step_ns
    OR without_compute_ns <> step_ns - compute_ns
    OR blocking_communication_ns > blocking_ns
    OR least(
        compute_ns, communication_only_ns, copy_only_ns, idle_ns, launch_starved_ns, blocking_ns, stalled_ns, unknown_ns
    ) < 0
ORDER BY step_id, gpu_id
