-- name: gpu_memory_events
-- summary: Allocations and deallocations of GPU memory, and what happened to memory pools.
-- description: Rows of kind 'memory' have bytes; rows of kind 'pool' say how a pool grew or
--     shrank and have none. memory_in_use has what is in use after each.
-- window: clip
-- needs: process_of, _devices, memory_kind_name
-- reads: CUDA_GPU_MEMORY_USAGE_EVENTS start! globalPid deviceId contextId streamId correlationId
--     address bytes memKind memoryOperationType name:VARCHAR localMemoryPoolAddress
--     localMemoryPoolSize localMemoryPoolUtilizedSize localMemoryPoolReleaseThreshold
--     importedMemoryPoolAddress
-- reads: CUDA_GPU_MEMORY_POOL_EVENTS start! globalPid deviceId correlationId address
--     operationType poolType localMemoryPoolSize localMemoryPoolUtilizedSize
--     localMemoryPoolReleaseThreshold
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- time of the operation
-- column: end_ns BIGINT [ns] -- NULL: the operation has no length in the export
-- column: duration_ns BIGINT [ns] -- NULL: the operation has no length in the export
-- column: kind VARCHAR -- memory or pool
-- column: memory_operation VARCHAR -- allocation, deallocation; pool created, destroyed or trimmed
-- column: address BIGINT -- virtual address of the memory or of the pool's begin
-- column: bytes BIGINT [bytes] -- bytes allocated or freed; NULL for kind pool
-- column: mem_kind VARCHAR -- as in Device or Managed; NULL for kind pool
-- column: name VARCHAR -- variable name of static memory; NULL for none
-- column: pool_kind VARCHAR -- local or imported; NULL for memory outside of pools
-- column: pool_address BIGINT -- begin of the pool that the memory is from
-- column: pool_bytes BIGINT [bytes] -- size of that pool
-- column: pool_used_bytes BIGINT [bytes] -- used bytes of that pool
-- column: pool_threshold_bytes BIGINT [bytes] -- bytes that the pool keeps before it gives memory
--     back
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context; NULL for kind pool
-- column: stream_id BIGINT -- stream of a stream-ordered allocation; NULL where unknown
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process

WITH operations AS (
    SELECT
        'memory' AS kind,
        CASE memoryOperationType
            WHEN 0 THEN 'allocation'
            WHEN 1 THEN 'deallocation'
            ELSE 'kind ' || memoryOperationType
        END AS memory_operation,
        CASE
            WHEN localMemoryPoolAddress <> 0 THEN 'local'
            WHEN importedMemoryPoolAddress <> 0 THEN 'imported'
        END AS pool_kind,
        coalesce(nullif(localMemoryPoolAddress, 0), nullif(importedMemoryPoolAddress, 0))
            AS pool_address,
        *
    FROM {{ source('CUDA_GPU_MEMORY_USAGE_EVENTS') }}
    UNION ALL BY NAME
    SELECT
        'pool' AS kind,
        CASE operationType
            WHEN 1 THEN 'pool created'
            WHEN 2 THEN 'pool destroyed'
            WHEN 3 THEN 'pool trimmed'
            ELSE 'kind ' || operationType
        END AS memory_operation,
        CASE poolType WHEN 1 THEN 'local' WHEN 2 THEN 'imported' ELSE 'kind ' || poolType END
            AS pool_kind,
        address AS pool_address,
        *
    FROM {{ source('CUDA_GPU_MEMORY_POOL_EVENTS') }}
)

SELECT
    o.row_id AS event_id,
    o."start" AS start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    o.kind,
    o.memory_operation,
    o.address AS address,
    o.bytes AS bytes,
    memory_kind_name(o.memKind) AS mem_kind,
    nullif(o.name, '') AS name,
    o.pool_kind,
    o.pool_address,
    CASE WHEN o.pool_kind IS NOT NULL THEN o.localMemoryPoolSize END AS pool_bytes,
    CASE WHEN o.pool_kind IS NOT NULL THEN o.localMemoryPoolUtilizedSize END AS pool_used_bytes,
    CASE WHEN o.pool_kind IS NOT NULL THEN o.localMemoryPoolReleaseThreshold END
        AS pool_threshold_bytes,
    process_of(o.globalPid) AS pid,
    o.globalPid AS global_pid,
    o.deviceId AS device_id,
    coalesce(d.gpu_id, o.deviceId) AS gpu_id,
    o.contextId AS context_id,
    nullif(o.streamId, 0) AS stream_id,
    o.correlationId AS correlation_id
FROM operations AS o
LEFT JOIN _devices AS d ON d.pid = process_of(o.globalPid) AND d.device_id = o.deviceId
