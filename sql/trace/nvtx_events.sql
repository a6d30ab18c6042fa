-- name: nvtx_events
-- summary: NVTX ranges and marks as recorded; nvtx_ranges adds the nesting.
-- description: A text is inline or by id; older exports write 0 and '' for what is missing. An id
--     without a string shows as [id]. Rows that name categories, threads and domains are no events.
-- window: clip
-- needs: strings, interval_end, interval_duration, process_of, thread_of, _nvtx_labels
-- reads: NVTX_EVENTS start! end! eventType! text:VARCHAR textId globalTid endGlobalTid domainId category
--     color jsonTextId jsonText:VARCHAR int64Value uint64Value int32Value uint32Value doubleValue:DOUBLE
--     floatValue:DOUBLE
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range, time of the mark
-- column: end_ns BIGINT [ns] -- end of the range; NULL for marks and for ranges still open
-- column: duration_ns BIGINT [ns] -- end minus start; NULL for marks and for ranges still open
-- column: event_type BIGINT -- NVIDIA's number: 59 push/pop, 60 start/end, 34 mark; 70, 71, 65 from nvtxt files
-- column: is_range BOOLEAN -- a range, else a mark
-- column: text VARCHAR -- the range's or mark's text, empty where it has none
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: category VARCHAR -- name of the category, its number where it has none; NULL for no category
-- column: color BIGINT -- colour as ARGB; NULL for none
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: end_tid BIGINT -- thread that ended a start/end range; NULL for the same thread
-- column: domain_id BIGINT -- the domain's number inside the process, 0 for the default
-- column: payload VARCHAR -- its payload beyond its text, a number or JSON; NULL for none
-- column: has_payload BOOLEAN -- whether the event carries a payload beyond its text

WITH events AS (
    SELECT
        *,
        eventType IN (59, 60, 70, 71) AS is_range,
        process_of(globalTid) AS pid
    FROM {{ source('NVTX_EVENTS') }}
    WHERE eventType IN (34, 59, 60, 65, 70, 71)
)

SELECT
    n.row_id AS event_id,
    n."start" AS start_ns,
    CASE WHEN n.is_range THEN interval_end(n."start", n."end") END AS end_ns,
    CASE WHEN n.is_range THEN interval_duration(n."start", n."end") END AS duration_ns,
    n.eventType AS event_type,
    n.is_range,
    CASE
        WHEN n.text <> '' THEN n.text
        WHEN n.textId IS NULL OR (n.textId = 0 AND n.text = '') THEN ''
        ELSE coalesce(s.text, '[' || n.textId || ']')
    END AS text,
    CASE
        WHEN coalesce(n.domainId, 0) = 0 THEN 'Default'
        ELSE coalesce(d.name, '[' || n.domainId || ']')
    END AS domain,
    CASE WHEN n.category <> 0 THEN coalesce(c.name, n.category::VARCHAR) END AS category,
    n.color AS color,
    n.pid,
    thread_of(n.globalTid) AS tid,
    n.globalTid AS global_tid,
    CASE WHEN n.endGlobalTid <> n.globalTid THEN thread_of(nullif(n.endGlobalTid, 0)) END AS end_tid,
    coalesce(n.domainId, 0) AS domain_id,
    coalesce(
        nullif(n.jsonText, ''), j.text, '[' || nullif(n.jsonTextId, 0) || ']', n.int64Value::VARCHAR,
        -- the export keeps the 64 bits, which SQLite reads as signed
        (n.uint64Value::HUGEINT + CASE WHEN n.uint64Value < 0 THEN 18446744073709551616 ELSE 0 END)::VARCHAR,
        n.int32Value::VARCHAR, n.uint32Value::VARCHAR, n.doubleValue::VARCHAR, n.floatValue::VARCHAR
    ) AS payload,
    payload IS NOT NULL AS has_payload
FROM events AS n
LEFT JOIN strings AS s ON s.string_id = n.textId
LEFT JOIN strings AS j ON j.string_id = nullif(n.jsonTextId, 0)
LEFT JOIN _nvtx_labels AS d
    ON d.category_id IS NULL AND d.pid = n.pid AND d.domain_id = n.domainId
LEFT JOIN _nvtx_labels AS c
    ON c.category_id = n.category AND c.pid = n.pid AND c.domain_id = coalesce(n.domainId, 0)
