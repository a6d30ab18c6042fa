-- name: _nvtx_calls
-- summary: For each API call that launched work the innermost push/pop range, per domain, that it
--     lies in.
-- description: Same thread, call fully inside. Found by one ASOF join; only where a call outlasts
--     the innermost range at its begin are the ranges around that one tried in turn. Not in tangles,
--     where what is around a range need not be around its calls: see _call_cells.
-- keep: attribution and projections read it
-- needs: _launched_calls, _nvtx_nesting, _nvtx_innermost
-- column: range_id BIGINT -- the range
-- column: api_event_id BIGINT -- the call
-- column: caller_pid BIGINT -- the call's process with host and VM
-- column: correlation_id BIGINT -- ties the call to its operations, inside the process
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: first_ns BIGINT [ns] -- first start of its operations; NULL where none has usable times
-- column: last_ns BIGINT [ns] -- last end of its operations

WITH RECURSIVE nesting AS MATERIALIZED (
    SELECT event_id, parent_id, until_ns FROM _nvtx_nesting WHERE NOT is_tangled
),

-- until when the innermost range lasts, NULL where there is none
innermost AS MATERIALIZED (
    SELECT i.global_tid, i.domain_id, i.at_ns, n.event_id, n.until_ns, n.parent_id
    FROM _nvtx_innermost AS i
    LEFT JOIN nesting AS n ON n.event_id = i.event_id
),

calls AS (
    SELECT c.*, d.domain_id
    FROM _launched_calls AS c
    INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM innermost) AS d
        ON d.global_tid = c.global_tid
    WHERE c.api_end_ns IS NOT NULL
),

-- kept apart, since a recursive term takes no ASOF join
found AS MATERIALIZED (
    SELECT
        i.event_id AS range_id,
        i.until_ns,
        i.parent_id,
        c.api_event_id,
        c.caller_pid,
        c.correlation_id,
        c.api_end_ns,
        c.first_ns,
        c.last_ns
    FROM calls AS c
    ASOF INNER JOIN innermost AS i
        ON
            i.global_tid = c.global_tid
            AND i.domain_id = c.domain_id
            AND c.api_start_ns >= i.at_ns
),

tried AS (
    SELECT * FROM found WHERE until_ns < api_end_ns
    UNION ALL
    SELECT
        n.event_id, n.until_ns, n.parent_id, t.api_event_id, t.caller_pid, t.correlation_id,
        t.api_end_ns, t.first_ns, t.last_ns
    FROM tried AS t
    INNER JOIN nesting AS n ON n.event_id = t.parent_id
    WHERE t.until_ns < t.api_end_ns
)

SELECT range_id, api_event_id, caller_pid, correlation_id, api_end_ns, first_ns, last_ns
FROM (
    FROM found
    UNION ALL
    FROM tried
)
WHERE until_ns >= api_end_ns
