-- name: _nvtx_events
-- summary: NVTX ranges and marks with their texts, without nesting.
-- description: A text is inline or by id; older exports write 0 and '' for what is missing. An id
--     without a string shows as [id]. Event types 59 and 60 (70 and 71 from nvtxt files) are
--     ranges, 34 (65) are marks; rows that name categories, threads and domains are neither.
-- from: nvtx_events
-- window: clip
-- keep: ranges, dispatch events and the warnings all read it
-- needs: strings, interval_end
-- reads: NVTX_EVENTS start! end! eventType! text:VARCHAR textId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range, time of the mark
-- column: end_ns BIGINT [ns] -- end of the range; NULL for marks and for ranges still open
-- column: is_range BOOLEAN -- a range, else a mark
-- column: text VARCHAR -- the range's or mark's text, empty where it has none

SELECT
    n.row_id AS event_id,
    n."start" AS start_ns,
    CASE WHEN n.eventType IN (59, 60, 70, 71) THEN interval_end(n."start", n."end") END AS end_ns,
    n.eventType IN (59, 60, 70, 71) AS is_range,
    CASE
        WHEN n.text <> '' THEN n.text
        WHEN n.textId IS NULL OR (n.textId = 0 AND n.text = '') THEN ''
        ELSE coalesce(s.text, '[' || n.textId || ']')
    END AS text
FROM {{ source('NVTX_EVENTS') }} AS n
LEFT JOIN strings AS s ON s.string_id = n.textId
WHERE n.eventType IN (34, 59, 60, 65, 70, 71)
