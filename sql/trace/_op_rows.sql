-- name: _op_rows
-- summary: All device work of the whole capture without names, for joins and sums.
-- from: gpu_activity
-- needs: interval_start, interval_end
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start! end! deviceId contextId streamId correlationId globalPid
--     graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start! end! deviceId contextId streamId correlationId globalPid
--     graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMSET start! end! deviceId contextId streamId correlationId globalPid
--     graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_GRAPH_TRACE start! end! deviceId contextId streamId correlationId globalPid
-- reads: CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS start! end! deviceId contextId streamId correlationId globalPid
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none

WITH ops AS (
    SELECT
        row_id, "start", "end", 'kernel' AS kind, globalPid, deviceId, contextId, streamId, correlationId,
        nullif(graphNodeId, 0) AS graph_node_id
    FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'memcpy', globalPid, deviceId, contextId, streamId, correlationId,
        nullif(graphNodeId, 0)
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'memset', globalPid, deviceId, contextId, streamId, correlationId,
        nullif(graphNodeId, 0)
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMSET') }}
    UNION ALL
    SELECT row_id, "start", "end", 'graph', globalPid, deviceId, contextId, streamId, correlationId, NULL
    FROM {{ source('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') }}
    UNION ALL
    SELECT row_id, "start", "end", 'decompress', globalPid, deviceId, contextId, streamId, correlationId, NULL
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS') }}
)

SELECT
    row_id AS event_id,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    kind,
    globalPid AS global_pid,
    deviceId AS device_id,
    contextId AS context_id,
    streamId AS stream_id,
    correlationId AS correlation_id,
    graph_node_id
FROM ops
