-- name: gpu_graphs
-- summary: Whole CUDA graphs of graph-level tracing, one row per launch.
-- description: The kernels inside are not in the export; record them with --cuda-graph-trace=node.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices
-- reads: CUPTI_ACTIVITY_KIND_GRAPH_TRACE start! end! deviceId contextId streamId correlationId globalPid
--     graphId graphExecId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: graph_id BIGINT -- the graph
-- column: graph_exec_id BIGINT -- the executable instance of the graph
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process

SELECT
    g.row_id AS event_id,
    interval_start(g."start", g."end") AS start_ns,
    interval_end(g."start", g."end") AS end_ns,
    interval_duration(g."start", g."end") AS duration_ns,
    g.graphId AS graph_id,
    g.graphExecId AS graph_exec_id,
    process_of(g.globalPid) AS pid,
    g.globalPid AS global_pid,
    g.deviceId AS device_id,
    coalesce(d.gpu_id, g.deviceId) AS gpu_id,
    g.contextId AS context_id,
    g.streamId AS stream_id,
    g.correlationId AS correlation_id
FROM {{ source('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') }} AS g
LEFT JOIN _devices AS d ON d.pid = process_of(g.globalPid) AND d.device_id = g.deviceId
