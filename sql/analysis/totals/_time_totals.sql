-- name: _time_totals
-- summary: Count and times per label, with the figures that a summary of nsys stats has.
-- description: Rows without a duration are counted, and in no time.
-- needs: _sample_stddev
-- param: labelled RELATION -- name of a relation with (label, duration_ns)
-- column: label ANY -- as given
-- column: instances BIGINT -- rows, timed or not
-- column: time_pct DOUBLE [% of summed time of all rows] -- total_ns
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: avg DOUBLE [ns] -- mean
-- column: med DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev DOUBLE [ns] -- standard deviation of the sample; 0 for one

WITH per_label AS (
    SELECT
        label,
        count(*) AS instances,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns)::DOUBLE AS med,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        _sample_stddev(duration_ns) AS stddev
    FROM query_table(labelled)
    GROUP BY label
)

SELECT
    label,
    instances,
    total_ns * 100::DOUBLE / nullif(sum(total_ns) OVER (), 0) AS time_pct,
    total_ns,
    total_ns::DOUBLE / nullif(timed, 0) AS avg,
    med,
    min_ns,
    max_ns,
    stddev
FROM per_label
