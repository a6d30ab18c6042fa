-- name: mpi_event_sum
-- title: MPI Event Summary
-- summary: MPI calls by total time.
-- description: Calls of all ranks and threads together, a row per class and function. time_pct is
--     of the summed time of all calls, not of wall time: ranks call at the same time. Calls without
--     usable times are counted, and in no time.
-- requires: mpi_events
-- needs: mpi_events, _time_totals
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
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

WITH _rows AS (
    SELECT
        {
            'source': CASE kind WHEN 'collective' THEN 'collectives' WHEN 'start_wait' THEN 'start-wait' ELSE kind END,
            'name': call_name
        } AS label,
        duration_ns
    FROM mpi_events
)

SELECT
    time_pct,
    total_ns,
    instances,
    avg AS avg_ns,
    med AS med_ns,
    min_ns,
    max_ns,
    stddev AS stddev_ns,
    label.source AS source,
    label.name AS call_name
FROM _time_totals('_rows')
ORDER BY total_ns DESC, source, call_name
LIMIT nullif($rows, 0)
