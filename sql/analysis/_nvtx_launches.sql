-- name: _nvtx_launches
-- summary: For each GPU operation the innermost push/pop range, per domain, that its launching call lies in.
-- description: Same thread, call fully inside. Found by one ASOF join; only where a call outlasts the
--     innermost range at its begin are the ranges around that one tried in turn.
-- keep: both the attribution and its counts read it
-- needs: launches, _nvtx_nesting, _nvtx_innermost
-- column: range_id BIGINT -- the range
-- column: kind VARCHAR -- kind of the operation
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time

WITH RECURSIVE launched AS MATERIALIZED (
    SELECT
        kind, gpu_event_id, gpu_start_ns, gpu_end_ns, api_event_id, global_tid, api_start_ns,
        api_end_ns
    FROM launches
),

calls AS (
    SELECT DISTINCT l.api_event_id, l.global_tid, l.api_start_ns, l.api_end_ns, d.domain_id
    FROM launched AS l
    INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM _nvtx_innermost) AS d
        ON d.global_tid = l.global_tid
    WHERE l.api_end_ns IS NOT NULL
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
    SELECT event_id, parent_id, until_ns FROM _nvtx_nesting
),

tried AS (
    SELECT api_event_id, api_end_ns, range_id FROM found
    UNION ALL
    SELECT t.api_event_id, t.api_end_ns, n.parent_id
    FROM tried AS t
    INNER JOIN nesting AS n ON n.event_id = t.range_id
    WHERE n.until_ns < t.api_end_ns
),

owners AS (
    SELECT t.api_event_id, t.range_id
    FROM tried AS t
    INNER JOIN nesting AS n ON n.event_id = t.range_id
    WHERE n.until_ns >= t.api_end_ns
)

SELECT o.range_id, l.kind, l.gpu_event_id, l.gpu_start_ns AS start_ns, l.gpu_end_ns AS end_ns
FROM launched AS l
INNER JOIN owners AS o ON o.api_event_id = l.api_event_id
