-- name: perfetto_os_calls
-- summary: Calls into the operating system's libraries as slices of their threads.
-- description: Calls shorter than what nsys was told to record are not there.
-- command: perfetto
-- needs: _timeline_os_calls, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: flow_ids UBIGINT[] -- always NULL: they launch nothing
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- always os_runtime

SELECT
    start_ns + $shift AS start_ns,
    end_ns + $shift AS end_ns,
    NULL::UBIGINT[] AS flow_ids,
    _track_id('os', global_tid, NULL, NULL, NULL, place) AS track_id,
    coalesce(call_name, '[no name]') AS name,
    'os_runtime' AS category
FROM _timeline_os_calls
ORDER BY start_ns, end_ns DESC, global_tid, call_name, event_id
