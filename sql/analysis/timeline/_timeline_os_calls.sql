-- name: _timeline_os_calls
-- summary: Timed calls into the operating system's libraries with their place in a drawing.
-- needs: os_runtime, _os_call_places
-- column: event_id BIGINT -- the call
-- column: start_ns BIGINT [ns] -- begin of the call
-- column: end_ns BIGINT [ns] -- end of the call
-- column: call_name VARCHAR -- the function called
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: place BIGINT -- row within the thread, 0 for the first

SELECT
    o.event_id,
    o.start_ns,
    o.end_ns,
    o.call_name,
    o.pid,
    o.tid,
    o.global_tid,
    coalesce(p.place, 0) AS place
FROM os_runtime AS o
LEFT JOIN _os_call_places AS p ON p.event_id = o.event_id
WHERE o.end_ns IS NOT NULL AND o.is_call
