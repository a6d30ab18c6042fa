-- name: gpu_activity
-- summary: All work that kept a GPU busy, and only that: kernels, copies, memsets, graphs, decompressions.
-- description: Whole graphs are there where graph-level tracing hid their kernels. Synchronisation
--     records and API calls are not device work.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices, strings, name_of, copy_kind_name
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start! end! shortName! deviceId contextId streamId correlationId
--     globalPid graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start! end! deviceId contextId streamId correlationId globalPid bytes
--     copyKind graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMSET start! end! deviceId contextId streamId correlationId globalPid bytes
--     graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_GRAPH_TRACE start! end! deviceId contextId streamId correlationId globalPid
--     graphId
-- reads: CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS start! end! deviceId contextId streamId correlationId
--     globalPid sourceBytes
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- short kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: bytes BIGINT [bytes] -- bytes copied, set or decompressed; NULL for kernels and graphs
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none

WITH ops AS (
    SELECT
        k.row_id, k."start", k."end", 'kernel' AS kind, name_of(s.text, k.shortName) AS name,
        NULL::BIGINT AS bytes, k.globalPid, k.deviceId, k.contextId, k.streamId, k.correlationId,
        nullif(k.graphNodeId, 0) AS graph_node_id
    FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }} AS k
    LEFT JOIN strings AS s ON s.string_id = k.shortName
    UNION ALL
    SELECT
        row_id, "start", "end", 'memcpy', '[CUDA memcpy ' || copy_kind_name(copyKind) || ']', bytes,
        globalPid, deviceId, contextId, streamId, correlationId, nullif(graphNodeId, 0)
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'memset', '[CUDA memset]', bytes,
        globalPid, deviceId, contextId, streamId, correlationId, nullif(graphNodeId, 0)
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMSET') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'graph', '[CUDA graph ' || graphId || ']', NULL,
        globalPid, deviceId, contextId, streamId, correlationId, NULL
    FROM {{ source('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'decompress', '[CUDA decompress]', sourceBytes,
        globalPid, deviceId, contextId, streamId, correlationId, NULL
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS') }}
)

SELECT
    o.row_id AS event_id,
    interval_start(o."start", o."end") AS start_ns,
    interval_end(o."start", o."end") AS end_ns,
    interval_duration(o."start", o."end") AS duration_ns,
    o.kind,
    o.name,
    o.bytes,
    process_of(o.globalPid) AS pid,
    o.globalPid AS global_pid,
    o.deviceId AS device_id,
    coalesce(d.gpu_id, o.deviceId) AS gpu_id,
    o.contextId AS context_id,
    o.streamId AS stream_id,
    o.correlationId AS correlation_id,
    o.graph_node_id
FROM ops AS o
LEFT JOIN _devices AS d ON d.pid = process_of(o.globalPid) AND d.device_id = o.deviceId
