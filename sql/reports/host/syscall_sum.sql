-- name: syscall_sum
-- title: Syscall Summary
-- summary: System calls by total time.
-- description: Of all processes and threads together. time_pct is of the summed time of all system calls,
--     not of wall time.
-- requires: syscalls
-- needs: syscalls, _time_totals
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all calls] -- total_ns of this system call
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: calls BIGINT -- calls, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: call_name VARCHAR -- the system call
-- nsys: "Time (%)" time_pct ratio
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Num Calls" calls int
-- nsys: "Avg (ns)" avg_ns dur1
-- nsys: "Med (ns)" med_ns dur1
-- nsys: "Min (ns)" min_ns dur
-- nsys: "Max (ns)" max_ns dur
-- nsys: "StdDev (ns)" stddev_ns dur1
-- nsys: "Name" call_name text
-- example: SELECT call_name, count(*) AS calls FROM syscalls GROUP BY ALL ORDER BY ALL

WITH _rows AS (
    SELECT call_name AS label, duration_ns FROM syscalls
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
FROM _time_totals('_rows')
ORDER BY total_ns DESC, calls, call_name
LIMIT nullif($rows, 0)
