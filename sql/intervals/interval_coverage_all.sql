-- name: interval_coverage_all
-- summary: How much of the union of all intervals, whatever their lane, lies before each of some points.
-- description: As interval_coverage with a single lane, at half of its cost: rows that are sorted
--     once and need no partition can be swept as they stream by, without a window's buffers. What
--     is covered before a moment is the furthest end so far, cut at that moment, less all gaps
--     before it. The first gap reaches from time 0 to the first start (and may be negative), so
--     that the reckoning starts at 0 as well. O((n + m) log (n + m)).
-- param: intervals RELATION -- name of a relation with (start_ns, end_ns)
-- param: points RELATION -- name of a relation with (at_ns), in any order, also repeated
-- column: at_ns BIGINT [ns] -- each point once
-- column: covered_ns BIGINT [ns] -- length of the union before at_ns
-- example: SELECT * FROM interval_coverage_all('my_intervals', 'my_points')

WITH timeline AS (
    SELECT start_ns AS at_ns, end_ns
    FROM query_table(intervals)
    WHERE end_ns >= start_ns
    UNION ALL
    SELECT DISTINCT at_ns, NULL::BIGINT
    FROM query_table(points)
),

-- Whether a point comes before or after the intervals that begin there: nothing of those lies before it.
sorted AS (
    SELECT at_ns, end_ns
    FROM timeline
    ORDER BY at_ns
),

reach AS (
    SELECT at_ns, end_ns, max(end_ns) OVER (ROWS UNBOUNDED PRECEDING) AS reached_ns
    FROM sorted
),

swept AS (
    SELECT at_ns, end_ns, lag(reached_ns) OVER () AS reached_ns
    FROM reach
),

gaps AS (
    SELECT
        at_ns,
        end_ns,
        reached_ns,
        sum(CASE WHEN end_ns IS NOT NULL THEN at_ns - coalesce(reached_ns, 0) END)
            OVER (ROWS UNBOUNDED PRECEDING) AS gaps_ns
    FROM swept
    WHERE end_ns IS NULL OR reached_ns IS NULL OR at_ns > reached_ns
)

SELECT at_ns, coalesce(least(at_ns, reached_ns) - gaps_ns, 0)::BIGINT AS covered_ns
FROM gaps
WHERE end_ns IS NULL
