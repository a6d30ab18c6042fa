-- name: contexts
-- summary: The CUDA contexts.
-- needs: _devices, global_process
-- reads: TARGET_INFO_CUDA_CONTEXT_INFO nullStreamId hwId vmId processId! deviceId contextId!
--     parentContextId isGreenContext numMultiprocessors
-- reads: TARGET_INFO_CUDA_NULL_STREAM streamId hwId vmId processId! deviceId contextId!
-- column: pid BIGINT -- process id
-- column: global_pid BIGINT -- process id with host and VM, as the tables of events have it
-- column: context_id BIGINT -- context inside the process
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: null_stream_id BIGINT -- stream of the context that needs no making
-- column: is_green BOOLEAN -- a green context: part of another context's multiprocessors
-- column: parent_context_id BIGINT -- that other context; NULL for none
-- column: sm_count BIGINT -- multiprocessors of the context; NULL where unknown

WITH known AS (
    SELECT * FROM {{ source('TARGET_INFO_CUDA_CONTEXT_INFO') }}
    UNION ALL BY NAME
    -- before nsys 2024.5 or so
    SELECT * EXCLUDE (streamId), streamId AS nullStreamId
    FROM {{ source('TARGET_INFO_CUDA_NULL_STREAM') }}
    {{ 'WHERE FALSE' if has('TARGET_INFO_CUDA_CONTEXT_INFO') }}
)

SELECT
    k.processId AS pid,
    global_process(k.hwId, k.vmId, k.processId) AS global_pid,
    k.contextId AS context_id,
    k.deviceId AS device_id,
    coalesce(d.gpu_id, k.deviceId) AS gpu_id,
    k.nullStreamId AS null_stream_id,
    coalesce(k.isGreenContext, 0) <> 0 AS is_green,
    CASE WHEN k.isGreenContext <> 0 THEN k.parentContextId END AS parent_context_id,
    nullif(k.numMultiprocessors, 0) AS sm_count
FROM known AS k
LEFT JOIN _devices AS d ON d.pid = k.processId AND d.device_id = k.deviceId
