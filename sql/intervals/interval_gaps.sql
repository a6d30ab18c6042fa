-- name: interval_gaps
-- summary: The gaps between the islands of the union, per lane.
-- description: Time before the first and after the last interval of a lane is no gap.
-- needs: _interval_openers
-- param: intervals RELATION -- name of a relation with (lane, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- end of the island before the gap
-- column: end_ns BIGINT [ns] -- start of the island after it
-- example: SELECT * FROM interval_gaps('my_intervals')

SELECT lane, reached_ns AS start_ns, start_ns AS end_ns
FROM _interval_openers(intervals)
WHERE reached_ns IS NOT NULL
