-- name: interval_union
-- summary: Overlapping and touching intervals merged into islands, per lane.
-- description: Intervals are half-open; rows without an end, or with one before the start, take no
--     part. A zero-length interval that nothing covers is an island of length 0. O(n log n).
-- param: intervals RELATION -- name of a relation with (lane, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- first start of the island
-- column: end_ns BIGINT [ns] -- last end of the island
-- example: SELECT lane, sum(end_ns - start_ns)::BIGINT AS busy_ns FROM interval_union('my_intervals') GROUP BY lane

WITH reach AS (
    SELECT
        lane,
        start_ns,
        max(end_ns) OVER (
            PARTITION BY lane ORDER BY start_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns,
        max(end_ns) OVER (PARTITION BY lane) AS last_ns
    FROM query_table(intervals)
    WHERE end_ns >= start_ns
),

openers AS (
    SELECT lane, start_ns, reached_ns, last_ns
    FROM reach
    WHERE reached_ns IS NULL OR start_ns > reached_ns
)

SELECT
    lane,
    start_ns,
    coalesce(
        lead(reached_ns) OVER (PARTITION BY lane ORDER BY start_ns), last_ns
    ) AS end_ns
FROM openers
