-- name: _os_call_rows
-- summary: Calls into the operating system's libraries in the whole capture.
-- from: os_runtime WHERE is_call
-- needs: interval_start, interval_end, strings, name_of
-- reads: OSRT_API start! end! nameId! eventClass globalTid
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: call_name VARCHAR -- the function called
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

SELECT
    o.row_id AS event_id,
    interval_start(o."start", o."end") AS start_ns,
    interval_end(o."start", o."end") AS end_ns,
    name_of(s.text, o.nameId) AS call_name,
    o.globalTid AS global_tid
FROM {{ source('OSRT_API') }} AS o
LEFT JOIN strings AS s ON s.string_id = o.nameId
WHERE coalesce(o.eventClass NOT IN (31, 32), TRUE)
