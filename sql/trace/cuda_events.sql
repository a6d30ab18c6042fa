-- name: cuda_events
-- summary: Records of CUDA events on streams, as by cudaEventRecord.
-- description: The time is when the device reached the event. Exports of nsys before 2026.2 do
--     not have it, nor do captures without --cuda-event-trace; the call is in cuda_api by
--     correlation_id.
-- window: clip
-- needs: process_of, _devices
-- reads: CUPTI_ACTIVITY_KIND_CUDA_EVENT timestamp deviceId contextId streamId correlationId
--     globalPid eventId eventSyncId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- when the device reached the event; NULL where not recorded
-- column: end_ns BIGINT [ns] -- NULL: an event has no length
-- column: duration_ns BIGINT [ns] -- NULL: an event has no length
-- column: cuda_event_id BIGINT -- the CUDA event
-- column: event_sync_id BIGINT -- ties the record to those who waited for it; NULL where unknown
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the record to the API call of the same process

SELECT
    e.row_id AS event_id,
    nullif(e.timestamp, 0) AS start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    e.eventId AS cuda_event_id,
    nullif(e.eventSyncId, 0) AS event_sync_id,
    process_of(e.globalPid) AS pid,
    e.globalPid AS global_pid,
    e.deviceId AS device_id,
    coalesce(d.gpu_id, e.deviceId) AS gpu_id,
    e.contextId AS context_id,
    e.streamId AS stream_id,
    e.correlationId AS correlation_id
FROM {{ source('CUPTI_ACTIVITY_KIND_CUDA_EVENT') }} AS e
LEFT JOIN _devices AS d ON d.pid = process_of(e.globalPid) AND d.device_id = e.deviceId
