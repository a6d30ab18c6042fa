-- name: gpu_memset
-- summary: Memsets, one row per row of the memset table.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices, memory_kind_name
-- reads: CUPTI_ACTIVITY_KIND_MEMSET start! end! deviceId contextId greenContextId streamId correlationId globalPid bytes
--     value memKind graphNodeId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: value BIGINT -- the value written
-- column: bytes BIGINT [bytes] -- bytes written
-- column: mem_kind VARCHAR -- kind of memory written, as in Device
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none or where the export does not tell
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none

SELECT
    m.row_id AS event_id,
    interval_start(m."start", m."end") AS start_ns,
    interval_end(m."start", m."end") AS end_ns,
    interval_duration(m."start", m."end") AS duration_ns,
    m."value" AS value,
    m.bytes AS bytes,
    memory_kind_name(m.memKind) AS mem_kind,
    process_of(m.globalPid) AS pid,
    m.globalPid AS global_pid,
    m.deviceId AS device_id,
    coalesce(d.gpu_id, m.deviceId) AS gpu_id,
    m.contextId AS context_id,
    nullif(m.greenContextId, 0) AS green_context_id,
    m.streamId AS stream_id,
    m.correlationId AS correlation_id,
    nullif(m.graphNodeId, 0) AS graph_node_id
FROM {{ source('CUPTI_ACTIVITY_KIND_MEMSET') }} AS m
LEFT JOIN _devices AS d ON d.pid = process_of(m.globalPid) AND d.device_id = m.deviceId
