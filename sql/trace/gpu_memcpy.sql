-- name: gpu_memcpy
-- summary: Copies, one row per row of the copy table, unified-memory migrations among them.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices, copy_kind_name, memory_kind_name
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start! end! deviceId contextId greenContextId streamId correlationId globalPid bytes
--     copyKind srcKind dstKind graphNodeId migrationCause copyCount
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: copy_kind VARCHAR -- as in Host-to-Device
-- column: src_kind VARCHAR -- kind of memory read, as in Pageable, Pinned or Device
-- column: dst_kind VARCHAR -- kind of memory written
-- column: bytes BIGINT [bytes] -- bytes copied
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none or where the export does not tell
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: migration_cause VARCHAR -- why unified memory moved; NULL for other copies
-- column: copy_count BIGINT -- copies batched in this row; NULL where the export does not tell

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    copy_kind_name(c.copyKind) AS copy_kind,
    memory_kind_name(c.srcKind) AS src_kind,
    memory_kind_name(c.dstKind) AS dst_kind,
    c.bytes AS bytes,
    process_of(c.globalPid) AS pid,
    c.globalPid AS global_pid,
    c.deviceId AS device_id,
    coalesce(d.gpu_id, c.deviceId) AS gpu_id,
    c.contextId AS context_id,
    nullif(c.greenContextId, 0) AS green_context_id,
    c.streamId AS stream_id,
    c.correlationId AS correlation_id,
    nullif(c.graphNodeId, 0) AS graph_node_id,
    CASE c.migrationCause
        WHEN 0 THEN NULL
        WHEN 1 THEN 'User prefetch'
        WHEN 2 THEN 'Page fault'
        WHEN 3 THEN 'Speculative prefetch'
        WHEN 4 THEN 'Eviction'
        WHEN 5 THEN 'Access counters'
        ELSE 'cause ' || c.migrationCause
    END AS migration_cause,
    c.copyCount AS copy_count
FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }} AS c
LEFT JOIN _devices AS d ON d.pid = process_of(c.globalPid) AND d.device_id = c.deviceId
