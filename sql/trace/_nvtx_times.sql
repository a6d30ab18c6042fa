-- name: _nvtx_times
-- summary: When the NVTX ranges and marks of the whole capture begin and end, and no more.
-- from: nvtx_events
-- needs: interval_end
-- reads: NVTX_EVENTS start! end! eventType!
-- column: start_ns BIGINT [ns] -- begin of the range, time of the mark
-- column: end_ns BIGINT [ns] -- end of the range; NULL for marks and for ranges still open

SELECT
    "start" AS start_ns,
    CASE WHEN eventType IN (59, 60, 70, 71) THEN interval_end("start", "end") END AS end_ns
FROM {{ source('NVTX_EVENTS') }}
WHERE eventType IN (34, 59, 60, 65, 70, 71)
