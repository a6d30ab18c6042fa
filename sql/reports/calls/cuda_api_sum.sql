-- name: cuda_api_sum
-- title: CUDA API Summary
-- summary: CUDA API calls by total time.
-- description: Runtime and driver calls of all processes and threads together, under their names without
--     version. time_pct is of the summed time of all calls, not of wall time: calls overlap GPU work and the
--     calls of other threads. Calls without usable times are counted, and in no time. As nsys does, the
--     ending _v and four digits is cut from a name; with five digits it stays. A call that the export has
--     under two versions has a row for each.
-- requires: cuda_api
-- needs: _sample_stddev, _api_calls, strings, name_of
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all calls] -- total_ns of this call
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: calls BIGINT -- calls, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: api_name VARCHAR -- the call
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
-- nsys: "Name" api_name text
-- example: SELECT api_base_name, count(*) AS calls FROM cuda_api GROUP BY ALL ORDER BY ALL

WITH per_id AS (
    SELECT
        api_name_id,
        count(*) AS calls,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns) AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        _sample_stddev(duration_ns) AS stddev_ns
    FROM _api_calls
    GROUP BY api_name_id
),

named AS (
    SELECT p.*, name_of(s.text, p.api_name_id) AS recorded_name
    FROM per_id AS p
    LEFT JOIN strings AS s ON s.string_id = p.api_name_id
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
    regexp_replace(recorded_name, '_v\d{4}$', '') AS api_name
FROM named
ORDER BY total_ns DESC, api_name_id, recorded_name
LIMIT nullif($rows, 0)
