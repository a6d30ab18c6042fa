-- name: interval_intersect
-- summary: The time that two unions share, per lane.
-- needs: _interval_depths
-- param: a RELATION -- name of a relation with (lane, start_ns, end_ns)
-- param: b RELATION -- name of a relation with (lane, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- start of the shared time
-- column: end_ns BIGINT [ns] -- end of the shared time
-- example: SELECT * FROM interval_intersect('compute', 'communication')

SELECT lane, start_ns, end_ns
FROM _interval_depths(a, b)
WHERE in_a AND in_b
