-- name: perfetto_os_calls
-- summary: Calls into the operating system's libraries as slices of their threads.
-- description: Calls shorter than what nsys was told to record are not there.
-- command: perfetto
-- needs: _timeline_os_calls, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- always os_runtime
-- column: bytes BIGINT [bytes] -- bytes of a copy; NULL for all else
-- column: flow_ids UBIGINT[] -- launches that it is an end of, one number each; NULL for none

SELECT
    _track_id('os', global_tid, NULL, NULL, NULL, place) AS track_id,
    start_ns + $shift AS start_ns,
    end_ns + $shift AS end_ns,
    coalesce(call_name, '[no name]') AS name,
    'os_runtime' AS category,
    NULL::BIGINT AS bytes,
    NULL::UBIGINT[] AS flow_ids
FROM _timeline_os_calls
ORDER BY start_ns, end_ns DESC, global_tid, call_name, event_id
