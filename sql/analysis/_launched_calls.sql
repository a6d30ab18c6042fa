-- name: _launched_calls
-- summary: API calls that launched GPU work, with the span of that work.
-- description: As in launches. Under a window or of one GPU only what it launched there counts.
-- keep: projections and sums per range read it
-- needs: _launching_calls, gpu_activity, _only_process
-- column: api_event_id BIGINT -- the call's row
-- column: caller_pid BIGINT -- its process with host and VM
-- column: correlation_id BIGINT -- ties it to its operations, inside the process
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: first_ns BIGINT [ns] -- first start of its operations; NULL where none has usable times
-- column: last_ns BIGINT [ns] -- last end of its operations

{% if shape.windowed or shape.one_gpu %}
WITH ops AS (
    SELECT
        coalesce(g.global_pid, p.global_pid) AS caller_pid,
        g.correlation_id,
        min(CASE WHEN g.end_ns IS NOT NULL THEN g.start_ns END) AS first_ns,
        max(g.end_ns) AS last_ns
    FROM gpu_activity AS g, _only_process AS p
    WHERE g.correlation_id <> 0
    GROUP BY ALL
)

SELECT
    c.api_event_id, c.caller_pid, c.correlation_id, c.global_tid, c.api_start_ns, c.api_end_ns,
    o.first_ns, o.last_ns
FROM _launching_calls AS c
INNER JOIN ops AS o ON o.caller_pid = c.caller_pid AND o.correlation_id = c.correlation_id
{% else %}
SELECT
    api_event_id, caller_pid, correlation_id, global_tid, api_start_ns, api_end_ns, first_ns, last_ns
FROM _launching_calls
{% endif %}
