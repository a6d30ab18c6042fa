-- name: _launching_calls
-- summary: API calls that launched GPU work, and what they launched.
-- description: A call and an operation belong together when process and correlation id agree. Of two
--     calls with one key the runtime's stands for both, rather than the driver's inside it, and of two of a
--     kind the earlier. Exports of 2020 name no process with an operation; there the only process with calls
--     is taken. Under a window or for one GPU: the calls that launched work there, with all that is said of them.
-- needs: _op_rows, gpu_activity, _op_id, _keyed_calls, _only_process
-- column: api_event_id BIGINT -- the call's row
-- column: caller_pid BIGINT -- its process with host and VM
-- column: correlation_id BIGINT -- ties it to its operations, inside the process
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: api_duration_ns BIGINT [ns] -- its time
-- column: api_name_id BIGINT -- string id of its name
-- column: first_op BIGINT -- the operation that bears its time, as _op_id numbers it

WITH keys AS MATERIALIZED (
    SELECT
        coalesce(o.global_pid, p.global_pid) AS caller_pid,
        o.correlation_id,
        min(_op_id(o.kind, o.event_id)) AS first_op
    FROM {{ 'gpu_activity' if shape.windowed or shape.one_gpu else '_op_rows' }} AS o, _only_process AS p
    WHERE o.correlation_id <> 0
    GROUP BY ALL
),

matched AS MATERIALIZED (
    SELECT
        c.event_id AS api_event_id,
        k.caller_pid,
        k.correlation_id,
        c.global_tid,
        c.start_ns AS api_start_ns,
        c.end_ns AS api_end_ns,
        c.duration_ns AS api_duration_ns,
        c.api_name_id,
        k.first_op,
        c.is_driver
    FROM keys AS k
    LEFT JOIN _keyed_calls AS c ON c.global_pid = k.caller_pid AND c.correlation_id = k.correlation_id
),

-- there are few, if any: counted first, compared then
doubled AS (
    SELECT first_op
    FROM matched
    WHERE (SELECT count(*) FROM matched AS m) > (SELECT count(*) FROM keys)
    GROUP BY first_op
    HAVING count(*) > 1
),

seconds AS (
    SELECT api_event_id
    FROM matched
    WHERE first_op IN (FROM doubled)
    QUALIFY row_number() OVER (
        PARTITION BY first_op ORDER BY is_driver, api_start_ns, api_end_ns, global_tid, api_event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) > 1
)

SELECT * EXCLUDE (is_driver)
FROM matched
WHERE api_event_id IS NOT NULL AND api_event_id NOT IN (FROM seconds)
