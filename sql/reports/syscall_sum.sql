-- name: syscall_sum
-- title: Syscall Summary
-- summary: System calls by total time.
-- description: Of all processes and threads together. time_pct is of the summed time of all system calls,
--     not of wall time.
-- requires: syscalls
-- needs: syscalls
-- param: rows INTEGER = 0 -- rows to return; 0 for all
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
    FROM syscalls
    GROUP BY call_name
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
ORDER BY total_ns DESC, calls, call_name
LIMIT nullif($rows, 0)
