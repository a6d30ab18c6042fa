-- name: osrt_sum
-- title: OS Runtime Summary
-- summary: Calls of the operating system's libraries by total time.
-- description: Of all processes and threads together. time_pct is of the summed time of all these calls,
--     not of wall time: threads that wait at once count each. nsys leaves out calls shorter than a
--     threshold, so counts are not complete. Rows that are no calls, where the profiler began or ended, are
--     left out.
-- requires: os_runtime
-- needs: os_runtime, strings
-- param: rows INTEGER = 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all calls] -- total_ns of this function
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: calls BIGINT -- calls, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: call_name VARCHAR -- the function
-- nsys: "Time(%)" time_pct ratio before 2.7
-- nsys: "Time (%)" time_pct ratio since 2.7
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Num Calls" calls int
-- nsys: "Average" avg_ns dur1 before 2.0
-- nsys: "Average (ns)" avg_ns dur1 since 2.0 before 2.7
-- nsys: "Avg (ns)" avg_ns dur1 since 2.7
-- nsys: "Med (ns)" med_ns dur1 since 2.7
-- nsys: "Minimum" min_ns dur before 2.0
-- nsys: "Minimum (ns)" min_ns dur since 2.0 before 2.7
-- nsys: "Min (ns)" min_ns dur since 2.7
-- nsys: "Maximum" max_ns dur before 2.0
-- nsys: "Maximum (ns)" max_ns dur since 2.0 before 2.7
-- nsys: "Max (ns)" max_ns dur since 2.7
-- nsys: "StdDev (ns)" stddev_ns dur1 since 2.0
-- nsys: "Name" call_name text
-- example: SELECT call_name, count(*) AS calls FROM os_runtime WHERE is_call GROUP BY ALL ORDER BY ALL

WITH per_name AS (
    SELECT
        call_name,
        count(*) AS calls,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns) AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        CASE WHEN count(duration_ns) > 0 THEN coalesce(stddev_samp(duration_ns), 0) END AS stddev_ns
    FROM os_runtime
    WHERE is_call
    GROUP BY call_name
),

ids AS (
    SELECT text, min(string_id) AS name_id
    FROM strings
    WHERE text IN (SELECT call_name FROM per_name)
    GROUP BY text
)

SELECT
    total_ns * 100::DOUBLE / nullif(sum(total_ns) OVER (), 0) AS time_pct,
    total_ns,
    calls,
    total_ns::DOUBLE / nullif(timed, 0) AS avg_ns,
    med_ns,
    min_ns,
    max_ns,
    stddev_ns,
    call_name
FROM per_name
LEFT JOIN ids ON text = call_name
ORDER BY total_ns DESC, name_id, call_name
LIMIT nullif($rows, 0)
