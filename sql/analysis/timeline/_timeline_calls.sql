-- name: _timeline_calls
-- summary: Timed CUDA API calls with their place in a drawing: thread and row.
-- needs: cuda_api, _call_places
-- column: event_id BIGINT -- the call
-- column: start_ns BIGINT [ns] -- begin of the call
-- column: end_ns BIGINT [ns] -- end of the call
-- column: api_name VARCHAR -- the name without its version
-- column: is_driver BOOLEAN -- a call of the driver API, else of the runtime
-- column: return_value BIGINT -- 0 for success
-- column: global_pid BIGINT -- process id with host and VM
-- column: correlation_id BIGINT -- ties the call to the device work of the same process
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: place BIGINT -- row within the thread, 0 for the first

SELECT
    c.event_id,
    c.start_ns,
    c.end_ns,
    c.api_base_name AS api_name,
    c.is_driver,
    c.return_value,
    c.global_pid,
    c.correlation_id,
    c.pid,
    c.tid,
    c.global_tid,
    coalesce(p.place, 0) AS place
FROM cuda_api AS c
LEFT JOIN _call_places AS p ON p.event_id = c.event_id
WHERE c.end_ns IS NOT NULL
