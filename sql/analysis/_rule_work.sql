-- name: _rule_work
-- summary: Device work with its place, and profiler overhead where that counts as work.
-- description: Overhead is laid on every device that its process uses, where it lies between the
--     first and last operation there.
-- needs: gpu_activity, profiler_overhead
-- param: scope VARCHAR -- gpu: places are physical GPUs; process: a device of one process
-- param: overhead VARCHAR -- busy to add the overhead, idle to leave it out
-- column: place ANY -- (gpu_id, pid, device_id); pid and device_id NULL for scope gpu
-- column: start_ns BIGINT [ns] -- begin
-- column: end_ns BIGINT [ns] -- end
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context; NULL for overhead

WITH ops AS MATERIALIZED (
    SELECT
        {
            'gpu_id': gpu_id,
            'pid': CASE scope WHEN 'process' THEN pid END,
            'device_id': CASE scope WHEN 'process' THEN device_id END
        } AS place,
        start_ns,
        end_ns,
        pid,
        device_id,
        context_id
    FROM gpu_activity
    WHERE end_ns IS NOT NULL
),

spans AS (
    SELECT place, pid, device_id, min(start_ns) AS start_ns, max(end_ns) AS end_ns
    FROM ops
    GROUP BY place, pid, device_id
)

SELECT place, start_ns, end_ns, pid, device_id, context_id
FROM ops
UNION ALL
SELECT s.place, o.start_ns, o.end_ns, s.pid, s.device_id, NULL
FROM profiler_overhead AS o
INNER JOIN spans AS s ON s.pid = o.pid AND s.start_ns < o.start_ns AND o.end_ns < s.end_ns
WHERE
    overhead = 'busy'
    AND o.origin = 'profiler'
    AND regexp_matches(o.overhead_name, '(?i)^cuda profiling|^cupti')
