-- name: cuda_sync
-- summary: Synchronisation records: who waited for the device, where, and how.
-- description: The kind is told from the name of the API call of the same process and correlation id,
--     since NVIDIA's number means another thing in almost every version.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices, whole.cuda_api
-- reads: CUPTI_ACTIVITY_KIND_SYNCHRONIZATION start! end! deviceId contextId streamId correlationId
--     globalPid eventId eventSyncId syncType
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the wait
-- column: end_ns BIGINT [ns] -- end of the wait; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: sync_kind VARCHAR -- device, stream, event, stream wait event, query, other; unknown without a call
-- column: api_name VARCHAR -- the call that waited; NULL where the export has none
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: cuda_event_id BIGINT -- the CUDA event waited for; NULL for none
-- column: sync_type BIGINT -- NVIDIA's number, not comparable across versions

WITH syncs AS (
    SELECT
        *,
        globalPid AS global_pid,
        correlationId AS correlation_id
    FROM {{ source('CUPTI_ACTIVITY_KIND_SYNCHRONIZATION') }} AS s
),

calls AS (
    SELECT global_pid, correlation_id, min(api_name) AS api_name
    FROM whole.cuda_api
    WHERE correlation_id <> 0
    GROUP BY global_pid, correlation_id
)

SELECT
    s.row_id AS event_id,
    interval_start(s."start", s."end") AS start_ns,
    interval_end(s."start", s."end") AS end_ns,
    interval_duration(s."start", s."end") AS duration_ns,
    CASE
        WHEN regexp_matches(c.api_name, '^cu(da)?StreamWaitEvent') THEN 'stream wait event'
        WHEN regexp_matches(c.api_name, '^cu(da)?(Device|Ctx|Thread)Synchronize') THEN 'device'
        WHEN regexp_matches(c.api_name, '^cu(da)?StreamSynchronize') THEN 'stream'
        WHEN regexp_matches(c.api_name, '^cu(da)?EventSynchronize') THEN 'event'
        WHEN regexp_matches(c.api_name, '^cu(da)?(Event|Stream)Query') THEN 'query'
        WHEN c.api_name IS NOT NULL THEN 'other'
        ELSE 'unknown'
    END AS sync_kind,
    c.api_name,
    process_of(s.globalPid) AS pid,
    s.globalPid AS global_pid,
    s.deviceId AS device_id,
    coalesce(d.gpu_id, s.deviceId) AS gpu_id,
    s.contextId AS context_id,
    s.streamId AS stream_id,
    s.correlationId AS correlation_id,
    nullif(s.eventId, 0) AS cuda_event_id,
    s.syncType AS sync_type
FROM syncs AS s
LEFT JOIN calls AS c ON c.global_pid = s.global_pid AND c.correlation_id = s.correlation_id
LEFT JOIN _devices AS d ON d.pid = process_of(s.globalPid) AND d.device_id = s.deviceId
