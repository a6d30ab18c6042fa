-- name: _timeline_ranges
-- summary: NVTX ranges and marks with their place in a drawing: thread, domain and row.
-- description: Push/pop ranges of a thread and domain nest, and are one row of slices inside each other;
--     marks stand there too. Start/end ranges overlap as they like, and so do push/pop ranges that were
--     recorded badly nested: they lie in rows of their own, 'loose'. A range that is still open ends with
--     the last NVTX event.
-- keep: the tracks and the slices of a drawing read it
-- needs: nvtx_events, _nvtx_nesting, _interval_rows
-- column: event_id BIGINT -- the range or mark
-- column: start_ns BIGINT [ns] -- its begin
-- column: end_ns BIGINT [ns] -- its end; NULL for a mark
-- column: text VARCHAR -- its text
-- column: is_open BOOLEAN -- a range that had not ended
-- column: is_loose BOOLEAN -- in rows of ranges that do not nest
-- column: domain VARCHAR -- name of the NVTX domain
-- column: category VARCHAR -- name or number of its category; NULL for none
-- column: payload VARCHAR -- its payload, a number or JSON; NULL for none
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that began it
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: ordinal BIGINT -- outer before inner, of ranges that begin together
-- column: place BIGINT -- row, 0 for the first

WITH last AS (
    SELECT greatest(max(start_ns), max(end_ns)) AS last_ns FROM nvtx_events
),

events AS MATERIALIZED (
    SELECT
        e.event_id,
        e.start_ns,
        CASE WHEN e.is_range THEN coalesce(e.end_ns, l.last_ns) END AS end_ns,
        e.text,
        e.is_range AND e.end_ns IS NULL AS is_open,
        e.is_range AND (e.event_type IN (60, 71) OR coalesce(n.is_tangled, FALSE)) AS is_loose,
        e.domain,
        e.category,
        e.payload,
        e.domain_id,
        e.pid,
        e.tid,
        e.global_tid,
        coalesce(n.ordinal, 0) AS ordinal
    FROM nvtx_events AS e
    CROSS JOIN last AS l
    LEFT JOIN _nvtx_nesting AS n ON n.event_id = e.event_id
),

_loose AS (
    SELECT
        {'global_tid': global_tid, 'domain_id': domain_id} AS lane,
        {'text': text, 'event_id': event_id} AS id,
        start_ns,
        end_ns
    FROM events
    WHERE is_loose
),

places AS MATERIALIZED (
    SELECT id.event_id AS event_id, place FROM _interval_rows('_loose')
)

SELECT e.*, coalesce(p.place, 0) AS place
FROM events AS e
LEFT JOIN places AS p ON p.event_id = e.event_id
