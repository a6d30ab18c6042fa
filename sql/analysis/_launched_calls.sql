-- name: _launched_calls
-- summary: API calls that launched GPU work, with the span of that work.
-- description: As in launches: process and correlation id agree; of two calls with one key the
--     runtime's.
-- keep: projections and sums per range read it
-- needs: gpu_activity, _cuda_api_rows, _only_process
-- column: api_event_id BIGINT -- the call's row
-- column: caller_pid BIGINT -- its process with host and VM
-- column: correlation_id BIGINT -- ties it to its operations, inside the process
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: first_ns BIGINT [ns] -- first start of its operations; NULL where none has usable times
-- column: last_ns BIGINT [ns] -- last end of its operations

WITH ops AS (
    SELECT
        coalesce(g.global_pid, p.global_pid) AS caller_pid,
        g.correlation_id,
        min(CASE WHEN g.end_ns IS NOT NULL THEN g.start_ns END) AS first_ns,
        max(g.end_ns) AS last_ns
    FROM gpu_activity AS g, _only_process AS p
    WHERE g.correlation_id <> 0
    GROUP BY ALL
),

matched AS MATERIALIZED (
    SELECT
        c.event_id AS api_event_id,
        o.caller_pid,
        o.correlation_id,
        c.global_tid,
        c.start_ns AS api_start_ns,
        c.end_ns AS api_end_ns,
        o.first_ns,
        o.last_ns,
        c.is_driver
    FROM _cuda_api_rows AS c
    INNER JOIN ops AS o ON o.caller_pid = c.global_pid AND o.correlation_id = c.correlation_id
),

doubles AS (
    SELECT
        caller_pid,
        correlation_id,
        arg_min(api_event_id, (is_driver, api_event_id)) AS api_event_id
    FROM matched
    GROUP BY caller_pid, correlation_id
    HAVING count(*) > 1
)

SELECT m.* EXCLUDE (is_driver)
FROM matched AS m
LEFT JOIN doubles AS d ON d.caller_pid = m.caller_pid AND d.correlation_id = m.correlation_id
WHERE d.api_event_id IS NULL OR d.api_event_id = m.api_event_id
