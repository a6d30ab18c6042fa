-- name: _nvtx_calls
-- summary: For each API call that launched work the innermost push/pop range, per domain, that it
--     lies in.
-- description: Same thread, call fully inside. Found by one ASOF join; only where a call outlasts
--     the innermost range at its begin are the ranges around that one tried in turn. Not in tangles,
--     where what is around a range need not be around its calls: see _start_end_calls.
-- keep: attribution and projections read it
-- needs: _launched_calls, _nvtx_nesting, _nvtx_innermost
-- column: range_id BIGINT -- the range
-- column: api_event_id BIGINT -- the call

WITH RECURSIVE calls AS (
    SELECT c.api_event_id, c.global_tid, c.api_start_ns, c.api_end_ns, d.domain_id
    FROM _launched_calls AS c
    INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM _nvtx_innermost) AS d
        ON d.global_tid = c.global_tid
    WHERE c.api_end_ns IS NOT NULL
),

-- kept apart, since a recursive term takes no ASOF join
found AS MATERIALIZED (
    SELECT c.api_event_id, c.api_end_ns, i.event_id AS range_id
    FROM calls AS c
    ASOF INNER JOIN _nvtx_innermost AS i
        ON
            i.global_tid = c.global_tid
            AND i.domain_id = c.domain_id
            AND c.api_start_ns >= i.at_ns
),

nesting AS MATERIALIZED (
    SELECT event_id, parent_id, until_ns FROM _nvtx_nesting WHERE NOT is_tangled
),

tried AS (
    SELECT api_event_id, api_end_ns, range_id FROM found
    UNION ALL
    SELECT t.api_event_id, t.api_end_ns, n.parent_id
    FROM tried AS t
    INNER JOIN nesting AS n ON n.event_id = t.range_id
    WHERE n.until_ns < t.api_end_ns
)

SELECT t.range_id, t.api_event_id
FROM tried AS t
INNER JOIN nesting AS n ON n.event_id = t.range_id
WHERE n.until_ns >= t.api_end_ns
