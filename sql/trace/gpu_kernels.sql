-- name: gpu_kernels
-- summary: Kernels, one row per row of the kernel table.
-- description: Whole graphs of graph-level tracing hide their kernels; see gpu_graphs.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices, strings, name_of
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start! end! shortName! demangledName mangledName deviceId
--     contextId greenContextId streamId correlationId globalPid gridX gridY gridZ blockX blockY blockZ
--     registersPerThread staticSharedMemory dynamicSharedMemory localMemoryPerThread launchType
--     graphId graphNodeId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kernel_name VARCHAR -- demangled name with its parameters; the short name where there is none
-- column: short_name VARCHAR -- name without template and call parameters
-- column: mangled_name VARCHAR -- name as the compiler made it; NULL in older exports
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none or where the export does not tell
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: grid_x BIGINT -- blocks of the grid in x
-- column: grid_y BIGINT -- blocks of the grid in y
-- column: grid_z BIGINT -- blocks of the grid in z
-- column: block_x BIGINT -- threads of a block in x
-- column: block_y BIGINT -- threads of a block in y
-- column: block_z BIGINT -- threads of a block in z
-- column: registers_per_thread BIGINT -- registers of each thread
-- column: static_shared_bytes BIGINT [bytes] -- static shared memory of each block
-- column: dynamic_shared_bytes BIGINT [bytes] -- dynamic shared memory of each block
-- column: local_bytes_per_thread BIGINT [bytes] -- local memory of each thread
-- column: launch_type VARCHAR -- regular, cooperative, cooperative multi-device, unknown
-- column: graph_id BIGINT -- CUDA graph that it is part of; NULL for none or where the export does not tell
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: kernel_name_id BIGINT -- string id of the demangled name
-- column: short_name_id BIGINT -- string id of the short name
-- column: mangled_name_id BIGINT -- string id of the mangled name

SELECT
    k.row_id AS event_id,
    interval_start(k."start", k."end") AS start_ns,
    interval_end(k."start", k."end") AS end_ns,
    interval_duration(k."start", k."end") AS duration_ns,
    coalesce(demangled.text, short.text, '[' || k.demangledName || ']', name_of(NULL, k.shortName))
        AS kernel_name,
    name_of(short.text, k.shortName) AS short_name,
    coalesce(mangled.text, '[' || k.mangledName || ']') AS mangled_name,
    process_of(k.globalPid) AS pid,
    k.globalPid AS global_pid,
    k.deviceId AS device_id,
    coalesce(d.gpu_id, k.deviceId) AS gpu_id,
    k.contextId AS context_id,
    nullif(k.greenContextId, 0) AS green_context_id,
    k.streamId AS stream_id,
    k.correlationId AS correlation_id,
    k.gridX AS grid_x,
    k.gridY AS grid_y,
    k.gridZ AS grid_z,
    k.blockX AS block_x,
    k.blockY AS block_y,
    k.blockZ AS block_z,
    k.registersPerThread AS registers_per_thread,
    k.staticSharedMemory AS static_shared_bytes,
    k.dynamicSharedMemory AS dynamic_shared_bytes,
    k.localMemoryPerThread AS local_bytes_per_thread,
    CASE k.launchType
        WHEN 0 THEN 'unknown'
        WHEN 1 THEN 'regular'
        WHEN 2 THEN 'cooperative'
        WHEN 3 THEN 'cooperative multi-device'
        ELSE 'type ' || k.launchType
    END AS launch_type,
    nullif(k.graphId, 0) AS graph_id,
    nullif(k.graphNodeId, 0) AS graph_node_id,
    k.demangledName AS kernel_name_id,
    k.shortName AS short_name_id,
    k.mangledName AS mangled_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }} AS k
LEFT JOIN strings AS demangled ON demangled.string_id = k.demangledName
LEFT JOIN strings AS short ON short.string_id = k.shortName
LEFT JOIN strings AS mangled ON mangled.string_id = k.mangledName
LEFT JOIN _devices AS d ON d.pid = process_of(k.globalPid) AND d.device_id = k.deviceId
