-- name: gpu_decompress
-- summary: Hardware decompressions, one row per row of the export's table.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices
-- reads: CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS start! end! deviceId contextId streamId correlationId
--     globalPid sourceBytes NumberOfOperations
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: bytes BIGINT [bytes] -- compressed bytes read
-- column: operation_count BIGINT -- operations in this row
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process

SELECT
    m.row_id AS event_id,
    interval_start(m."start", m."end") AS start_ns,
    interval_end(m."start", m."end") AS end_ns,
    interval_duration(m."start", m."end") AS duration_ns,
    m.sourceBytes AS bytes,
    m.NumberOfOperations AS operation_count,
    process_of(m.globalPid) AS pid,
    m.globalPid AS global_pid,
    m.deviceId AS device_id,
    coalesce(d.gpu_id, m.deviceId) AS gpu_id,
    m.contextId AS context_id,
    m.streamId AS stream_id,
    m.correlationId AS correlation_id
FROM {{ source('CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS') }} AS m
LEFT JOIN _devices AS d ON d.pid = process_of(m.globalPid) AND d.device_id = m.deviceId
