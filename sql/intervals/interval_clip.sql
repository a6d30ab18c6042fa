-- name: interval_clip
-- summary: Intervals cut to a window; what lies outside falls away.
-- param: intervals RELATION -- name of a relation with (lane, start_ns, end_ns)
-- param: from_ns BIGINT -- start of the window; NULL for none
-- param: to_ns BIGINT -- end of the window, itself outside; NULL for none. An empty window has no rows
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- not before from_ns
-- column: end_ns BIGINT [ns] -- not after to_ns
-- example: SELECT * FROM interval_clip('my_intervals', 1000, 2000)

SELECT
    lane,
    greatest(start_ns, coalesce(from_ns, start_ns)) AS start_ns,
    least(end_ns, coalesce(to_ns, end_ns)) AS end_ns
FROM query_table(intervals)
WHERE
    end_ns >= start_ns
    AND coalesce(from_ns < to_ns, TRUE)
    AND start_ns < coalesce(to_ns, start_ns + 1)
    AND (end_ns > coalesce(from_ns, end_ns - 1) OR start_ns >= from_ns)
