-- name: _kernels
-- summary: Kernels with ids in place of names; gpu_kernels has the names.
-- from: gpu_kernels
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start! end! shortName! demangledName mangledName deviceId
--     correlationId globalPid gridX gridY gridZ blockX blockY blockZ graphNodeId graphId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: grid_x BIGINT -- blocks of the grid in x
-- column: grid_y BIGINT -- blocks of the grid in y
-- column: grid_z BIGINT -- blocks of the grid in z
-- column: block_x BIGINT -- threads of a block in x
-- column: block_y BIGINT -- threads of a block in y
-- column: block_z BIGINT -- threads of a block in z
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: graph_id BIGINT -- CUDA graph that it is part of; NULL for none or where the export does not tell
-- column: kernel_name_id BIGINT -- string id of the demangled name
-- column: short_name_id BIGINT -- string id of the short name
-- column: mangled_name_id BIGINT -- string id of the mangled name

SELECT
    row_id AS event_id,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    interval_duration("start", "end") AS duration_ns,
    process_of(globalPid) AS pid,
    globalPid AS global_pid,
    deviceId AS device_id,
    correlationId AS correlation_id,
    gridX AS grid_x,
    gridY AS grid_y,
    gridZ AS grid_z,
    blockX AS block_x,
    blockY AS block_y,
    blockZ AS block_z,
    nullif(graphNodeId, 0) AS graph_node_id,
    nullif(graphId, 0) AS graph_id,
    demangledName AS kernel_name_id,
    shortName AS short_name_id,
    mangledName AS mangled_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }}
