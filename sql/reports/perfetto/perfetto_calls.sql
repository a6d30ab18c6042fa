-- name: perfetto_calls
-- summary: CUDA API calls as slices of their threads.
-- description: With a number for each operation that the call launched.
-- command: perfetto
-- needs: _timeline_calls, _timeline_work, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: flow_ids UBIGINT[] -- launches that it is an end of, one number each; NULL for none
-- column: correlation_id BIGINT -- ties the call to the device work of the same process
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- always cuda_api
-- column: return_value BIGINT -- told of a slice that is clicked on: 0 for success

WITH launched AS MATERIALIZED (
    SELECT caller_pid, correlation_id, list_sort(list(flow_id)) AS flow_ids
    FROM _timeline_work
    WHERE flow_id IS NOT NULL
    GROUP BY caller_pid, correlation_id
),

-- where two calls have one key: the runtime's rather than the driver's inside it
bearers AS (
    SELECT
        c.global_pid,
        c.correlation_id,
        coalesce(min(c.event_id) FILTER (WHERE NOT c.is_driver), min(c.event_id)) AS event_id
    FROM _timeline_calls AS c
    INNER JOIN launched AS l ON l.caller_pid = c.global_pid AND l.correlation_id = c.correlation_id
    GROUP BY c.global_pid, c.correlation_id
    HAVING count(*) > 1
)

SELECT
    c.start_ns + $shift AS start_ns,
    c.end_ns + $shift AS end_ns,
    CASE WHEN b.event_id IS NULL OR b.event_id = c.event_id THEN l.flow_ids END AS flow_ids,
    c.correlation_id,
    _track_id('api', c.global_tid, NULL, NULL, NULL, c.place) AS track_id,
    coalesce(c.api_name, '[no name]') AS name,
    'cuda_api' AS category,
    c.return_value
FROM _timeline_calls AS c
LEFT JOIN launched AS l ON l.caller_pid = c.global_pid AND l.correlation_id = c.correlation_id
LEFT JOIN bearers AS b ON b.global_pid = c.global_pid AND b.correlation_id = c.correlation_id
ORDER BY c.start_ns, c.end_ns DESC, c.global_tid, c.correlation_id, c.api_name, c.event_id
