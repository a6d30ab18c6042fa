-- name: _nvtx_launches
-- summary: For each GPU operation the innermost push/pop range, per domain, that its launching call
--     lies in.
-- keep: both the attribution and its counts read it
-- needs: launches, _nvtx_calls
-- column: range_id BIGINT -- the range
-- column: kind VARCHAR -- kind of the operation
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time

SELECT c.range_id, l.kind, l.gpu_event_id, l.gpu_start_ns AS start_ns, l.gpu_end_ns AS end_ns
FROM launches AS l
INNER JOIN _nvtx_calls AS c ON c.api_event_id = l.api_event_id
