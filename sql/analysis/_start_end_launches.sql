-- name: _start_end_launches
-- summary: Pairs of a start/end range and a GPU operation whose launching call lies in it.
-- needs: launches, _start_end_calls
-- column: range_id BIGINT -- the range
-- column: kind VARCHAR -- kind of the operation
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time

SELECT c.range_id, l.kind, l.gpu_event_id, l.gpu_start_ns AS start_ns, l.gpu_end_ns AS end_ns
FROM launches AS l
INNER JOIN _start_end_calls AS c ON c.api_event_id = l.api_event_id
