-- name: mpi_event_sum
-- title: MPI Event Summary
-- summary: MPI calls by total time.
-- description: Calls of all ranks and threads together, a row per class and function. time_pct is
--     of the summed time of all calls, not of wall time: ranks call at the same time. Calls without
--     usable times are counted, and in no time.
-- requires: mpi_events
-- needs: mpi_events
-- param: rows INTEGER = 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all calls] -- total_ns of this row
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: instances BIGINT -- calls, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: source VARCHAR -- p2p, collectives, start-wait or other: the words of nsys
-- column: call_name VARCHAR -- the function, as in MPI_Allreduce
-- nsys: "Time (%)" time_pct ratio
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Instances" instances int
-- nsys: "Avg (ns)" avg_ns dur1
-- nsys: "Med (ns)" med_ns dur1
-- nsys: "Min (ns)" min_ns dur
-- nsys: "Max (ns)" max_ns dur
-- nsys: "StdDev (ns)" stddev_ns dur1
-- nsys: "Source" source text
-- nsys: "Name" call_name text
-- example: SELECT rank, sum(duration_ns) AS mpi_ns FROM mpi_events GROUP BY ALL ORDER BY ALL

WITH per_name AS (
    SELECT
        CASE kind
            WHEN 'collective' THEN 'collectives'
            WHEN 'start_wait' THEN 'start-wait'
            ELSE kind
        END AS source,
        call_name,
        count(*) AS instances,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns)::DOUBLE AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        CASE WHEN count(duration_ns) > 0 THEN coalesce(stddev_samp(duration_ns), 0) END AS stddev_ns
    FROM mpi_events
    GROUP BY ALL
)

SELECT
    total_ns * 100::DOUBLE / nullif(sum(total_ns) OVER (), 0) AS time_pct,
    total_ns,
    instances,
    total_ns::DOUBLE / nullif(timed, 0) AS avg_ns,
    med_ns,
    min_ns,
    max_ns,
    stddev_ns,
    source,
    call_name
FROM per_name
ORDER BY total_ns DESC, source, call_name
LIMIT nullif($rows, 0)
