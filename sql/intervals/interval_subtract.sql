-- name: interval_subtract
-- summary: The time that the first union covers and the second does not, per lane.
-- needs: _interval_depths
-- param: a RELATION -- name of a relation with (lane, start_ns, end_ns)
-- param: b RELATION -- name of a relation with (lane, start_ns, end_ns): what is taken away
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- start of what remains
-- column: end_ns BIGINT [ns] -- end of what remains
-- example: SELECT * FROM interval_subtract('communication', 'compute')

SELECT lane, start_ns, end_ns
FROM _interval_depths(a, b)
WHERE in_a AND NOT in_b
