-- name: _keyed_calls
-- summary: CUDA API calls of the whole capture by what ties them to device work.
-- description: Rows of event class 67 are none, and have no key here: left out by a condition, the engine would
--     take the calls for fewer than the work that is joined to them, and keep them all in memory.
-- from: cuda_api
-- needs: interval_start, interval_end, interval_duration, thread_of
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME start! end! nameId! eventClass globalTid correlationId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: is_driver BOOLEAN -- a call of the driver API
-- column: global_pid BIGINT -- process id with host and VM
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: correlation_id BIGINT -- ties the call to the device work of the same process; NULL for a row that is no call
-- column: api_name_id BIGINT -- string id of the call's name

SELECT
    row_id AS event_id,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    interval_duration("start", "end") AS duration_ns,
    eventClass = 1 AS is_driver,
    globalTid - thread_of(globalTid) AS global_pid,
    globalTid AS global_tid,
    CASE WHEN eventClass IS DISTINCT FROM 67 THEN correlationId END AS correlation_id,
    nameId AS api_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }}
