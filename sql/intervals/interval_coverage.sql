-- name: interval_coverage
-- summary: How much of a lane's union lies before each of some points in time.
-- description: The overlap of a range with the union is the difference of covered_ns at its two ends;
--     no pair of a range and an interval is ever made. Intervals and points are sorted together
--     once. What is covered before a moment is the furthest end so far, cut at that moment, less all
--     gaps before it. The first gap reaches from time 0 to the first start (and may be negative), so
--     that the reckoning starts at 0 as well. Gaps are summed from point to point.
--     O((n + m) log (n + m)), however long the ranges are. Give the largest BIGINT as a point for the
--     length of the whole union.
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
        count(CASE WHEN end_ns IS NULL THEN 1 END) OVER earlier AS points_passed
    FROM timeline
    WINDOW earlier AS (
        PARTITION BY lane ORDER BY at_ns, end_ns NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )
),

between_points AS (
    SELECT
        lane,
        points_passed,
        sum(CASE WHEN end_ns IS NOT NULL THEN at_ns - coalesce(reached_ns, 0) END) AS gaps_ns,
        max(CASE WHEN end_ns IS NULL THEN at_ns END) AS at_ns,
        max(CASE WHEN end_ns IS NULL THEN reached_ns END) AS reached_ns
    FROM swept
    WHERE end_ns IS NULL OR reached_ns IS NULL OR at_ns > reached_ns
    GROUP BY lane, points_passed
)

SELECT
    lane,
    at_ns,
    coalesce(
        least(at_ns, reached_ns)
        - sum(gaps_ns) OVER (PARTITION BY lane ORDER BY points_passed ROWS UNBOUNDED PRECEDING),
        0
    )::BIGINT AS covered_ns
FROM between_points
QUALIFY at_ns IS NOT NULL
