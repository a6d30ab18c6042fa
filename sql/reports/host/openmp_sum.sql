-- name: openmp_sum
-- title: OpenMP Summary
-- summary: OpenMP events by total time.
-- description: Events of all threads together, a row per kind and name. time_pct is of the summed
--     time of all events, not of wall time: threads work at once, and barriers lie in regions.
--     Events without usable times are counted, and in no time.
-- requires: openmp_events
-- needs: openmp_events, _time_totals
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all events] -- total_ns of this row
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: instances BIGINT -- events, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: event_name VARCHAR -- the event
-- column: kind VARCHAR -- table that it comes from, as in parallel or sync_region
-- nsys: "Time(%)" time_pct ratio before 2.7
-- nsys: "Time (%)" time_pct ratio since 2.7
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Count" instances int
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
-- nsys: "Name" event_name text
-- example: SELECT kind, detail, count(*) AS events FROM openmp_events GROUP BY ALL ORDER BY ALL

WITH _rows AS (
    SELECT {'name': event_name, 'kind': kind} AS label, duration_ns FROM openmp_events
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
    label.name AS event_name,
    label.kind AS kind
FROM _time_totals('_rows')
ORDER BY total_ns DESC, event_name, kind
LIMIT nullif($rows, 0)
