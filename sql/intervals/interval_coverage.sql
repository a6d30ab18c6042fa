-- name: interval_coverage
-- summary: How much of a lane's union lies before each of some points in time.
-- description: The overlap of a range with the union is the difference of covered_ns at its two ends;
--     no pair of a range and an interval is ever made. Intervals and points are sorted together
--     once: what an interval adds to the union is its part behind the furthest end so far. These
--     additions are summed from point to point, and where an interval that began before a point
--     ends behind it, the part behind is taken off again. O((n + m) log (n + m)), however long the
--     ranges are. Give the largest BIGINT as a point for the length of the whole union.
-- param: intervals RELATION -- name of a relation with (lane, start_ns, end_ns)
-- param: points RELATION -- name of a relation with (lane, at_ns), in any order, also repeated
-- column: lane ANY -- as given
-- column: at_ns BIGINT [ns] -- each point once
-- column: covered_ns BIGINT [ns] -- length of the union before at_ns
-- example: SELECT * FROM interval_coverage('my_intervals', 'my_points')

WITH timeline AS (
    SELECT lane, start_ns AS at_ns, end_ns
    FROM query_table(intervals)
    WHERE end_ns >= start_ns
    UNION ALL
    SELECT DISTINCT lane, at_ns, NULL::BIGINT
    FROM query_table(points)
),

swept AS (
    SELECT
        lane,
        at_ns,
        end_ns,
        max(end_ns) OVER earlier AS reached_ns,
        count_if(end_ns IS NULL) OVER earlier AS points_passed
    FROM timeline
    WINDOW earlier AS (
        PARTITION BY lane ORDER BY at_ns, end_ns NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )
),

between_points AS (
    SELECT
        lane,
        coalesce(points_passed, 0) AS points_passed,
        sum(end_ns - greatest(at_ns, reached_ns)) AS added_ns,
        max(CASE WHEN end_ns IS NULL THEN at_ns END) AS at_ns,
        max(CASE WHEN end_ns IS NULL THEN reached_ns END) AS reached_ns
    FROM swept
    WHERE end_ns IS NULL OR reached_ns IS NULL OR end_ns > reached_ns
    GROUP BY lane, coalesce(points_passed, 0)
)

SELECT
    lane,
    at_ns,
    coalesce(
        sum(added_ns) OVER (PARTITION BY lane ORDER BY points_passed ROWS UNBOUNDED PRECEDING)
        - greatest(reached_ns - at_ns, 0),
        0
    )::BIGINT AS covered_ns
FROM between_points
QUALIFY at_ns IS NOT NULL
