-- name: _api_calls
-- summary: CUDA API calls with ids in place of names; cuda_api has the names.
-- description: Runtime and driver calls. A row of event class 67 repeats a call to carry its
--     backtrace and is not a call.
-- from: cuda_api
-- window: clip
-- needs: interval_start, interval_end, interval_duration
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME start! end! nameId! eventClass globalTid correlationId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: correlation_id BIGINT -- ties the call to the device work of the same process
-- column: api_name_id BIGINT -- string id of the call's name

SELECT
    row_id AS event_id,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    interval_duration("start", "end") AS duration_ns,
    globalTid AS global_tid,
    correlationId AS correlation_id,
    nameId AS api_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }}
WHERE eventClass IS DISTINCT FROM 67
