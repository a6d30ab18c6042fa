-- name: _kernels
-- summary: Kernels with ids in place of names; gpu_kernels has the names.
-- from: gpu_kernels
-- window: clip
-- needs: interval_start, interval_end, process_of
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start! end! shortName! deviceId globalPid graphNodeId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: short_name_id BIGINT -- string id of the short name

SELECT
    row_id AS event_id,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    process_of(globalPid) AS pid,
    deviceId AS device_id,
    nullif(graphNodeId, 0) AS graph_node_id,
    shortName AS short_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }}
