-- name: _device_ops
-- summary: Device work that is no kernel: copies, memsets, whole graphs and decompressions.
-- from: gpu_activity WHERE kind <> 'kernel'
-- window: clip
-- needs: interval_start, interval_end, process_of
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start! end! deviceId globalPid
-- reads: CUPTI_ACTIVITY_KIND_MEMSET start! end! deviceId globalPid
-- reads: CUPTI_ACTIVITY_KIND_GRAPH_TRACE start! end! deviceId globalPid
-- reads: CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS start! end! deviceId globalPid
-- column: kind VARCHAR -- memcpy, memset, graph or decompress
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process

WITH ops AS (
    SELECT 'memcpy' AS kind, "start", "end", deviceId, globalPid
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }}
    UNION ALL
    SELECT 'memset', "start", "end", deviceId, globalPid
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEMSET') }}
    UNION ALL
    SELECT 'graph', "start", "end", deviceId, globalPid
    FROM {{ source('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') }}
    UNION ALL
    SELECT 'decompress', "start", "end", deviceId, globalPid
    FROM {{ source('CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS') }}
)

SELECT
    kind,
    interval_start("start", "end") AS start_ns,
    interval_end("start", "end") AS end_ns,
    process_of(globalPid) AS pid,
    deviceId AS device_id
FROM ops
