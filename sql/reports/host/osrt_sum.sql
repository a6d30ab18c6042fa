-- name: osrt_sum
-- title: OS Runtime Summary
-- summary: Calls of the operating system's libraries by total time.
-- description: Of all processes and threads together. time_pct is of the summed time of all these calls,
--     not of wall time: threads that wait at once count each. nsys leaves out calls shorter than a
--     threshold, so counts are not complete. Rows that are no calls, where the profiler began or ended, are
--     left out.
-- requires: os_runtime
-- needs: os_runtime, strings, _time_totals
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
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

WITH _rows AS (
    SELECT call_name AS label, duration_ns FROM os_runtime WHERE is_call
),

totals AS (
    SELECT * FROM _time_totals('_rows')
),

-- of equal totals nsys has the name first that it met first
ids AS (
    SELECT text, min(string_id) AS name_id
    FROM strings
    WHERE text IN (SELECT label FROM totals)
    GROUP BY text
)

SELECT
    time_pct,
    total_ns,
    instances AS calls,
    avg AS avg_ns,
    med AS med_ns,
    min_ns,
    max_ns,
    stddev AS stddev_ns,
    label AS call_name
FROM totals
LEFT JOIN ids ON text = label
ORDER BY total_ns DESC, name_id, call_name
LIMIT nullif($rows, 0)
