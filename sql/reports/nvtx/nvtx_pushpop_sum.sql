-- name: nvtx_pushpop_sum
-- title: NVTX Push/Pop Range Summary
-- summary: NVTX push/pop ranges by total time.
-- description: Ranges that a thread pushed and popped. Ranges of all threads and processes
--     together, each in full: what lies inside other ranges counts in both. time_pct is of the
--     summed time of all rows, not of wall time. A name is the domain, a colon and the text, as in
--     nsys; the default domain and those that have no name have nothing before the colon.
-- requires: nvtx_events
-- needs: _labelled_ranges, _time_totals
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of names, so that step 1 and step 2 are step #
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all ranges] -- total_ns of this name
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: instances BIGINT -- ranges
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: range_name VARCHAR -- domain, colon, text
-- column: open_count BIGINT -- of the instances, those still open when the capture stopped
-- nsys: "Time(%)" time_pct ratio before 2.7
-- nsys: "Time (%)" time_pct ratio since 2.7
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Instances" instances int
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
-- nsys: "Range" range_name text
-- example: SELECT domain, text, count(*) AS instances FROM nvtx_events WHERE is_range GROUP BY ALL
--     ORDER BY ALL

WITH ranges AS MATERIALIZED (
    SELECT range_name, duration_ns, is_open
    FROM _labelled_ranges($open_ranges, $strip_ids::BOOLEAN)
    WHERE style = 'PushPop'
),

_rows AS (
    SELECT range_name AS label, duration_ns FROM ranges
),

open_ranges AS (
    SELECT range_name, count(*) AS open_count FROM ranges WHERE is_open GROUP BY range_name
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
    label AS range_name,
    coalesce(open_count, 0) AS open_count
FROM _time_totals('_rows')
LEFT JOIN open_ranges AS o ON o.range_name = label
ORDER BY total_ns DESC, label
LIMIT nullif($rows, 0)
