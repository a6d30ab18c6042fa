-- name: _interval_openers
-- summary: The intervals that begin when nothing earlier in their lane is still running.
-- description: One sort and one running maximum of the ends, O(n log n). Row order and ties do not
--     matter: of several intervals with one start just one opens, with the same reached_ns.
-- param: intervals RELATION -- name of a relation with (lane, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- where an island of the union begins
-- column: reached_ns BIGINT [ns] -- where the island before it ended; NULL for the lane's first

SELECT lane, start_ns, reached_ns
FROM (
    SELECT
        lane,
        start_ns,
        max(end_ns) OVER (
            PARTITION BY lane ORDER BY start_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns
    FROM query_table(intervals)
    WHERE end_ns >= start_ns
)
WHERE reached_ns IS NULL OR start_ns > reached_ns
