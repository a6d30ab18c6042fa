-- name: jit_events
-- summary: Just-in-time compilation of CUDA code, and loads from and stores to its cache.
-- description: Time of the calling thread. What the driver compiles once it takes from the cache
--     the next time.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings
-- reads: CUPTI_ACTIVITY_KIND_JIT start! end! globalTid correlationId nameId jitEntryType
--     jitOperationType deviceId cacheSize cachePath
-- reads: ENUM_CUPTI_JIT_ENTRY_TYPE id! label:VARCHAR
-- reads: ENUM_CUPTI_JIT_OPERATION_TYPE id! label:VARCHAR
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on its thread
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: entry_kind VARCHAR -- what was compiled into what, as the export labels it; a number in
--     brackets where it has no label
-- column: operation VARCHAR -- compilation, or load or store of the cache, as the export labels it
-- column: call_name VARCHAR -- function, where the export has one
-- column: cache_bytes BIGINT [bytes] -- size of the cache's entry
-- column: cache_path VARCHAR -- file of the cache's entry; NULL where the export has none
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: correlation_id BIGINT -- ties the event to the API call of the same process
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

SELECT
    j.row_id AS event_id,
    interval_start(j."start", j."end") AS start_ns,
    interval_end(j."start", j."end") AS end_ns,
    interval_duration(j."start", j."end") AS duration_ns,
    coalesce(e.label, '[' || j.jitEntryType || ']') AS entry_kind,
    coalesce(o.label, '[' || j.jitOperationType || ']') AS operation,
    n.text AS call_name,
    j.cacheSize AS cache_bytes,
    p.text AS cache_path,
    j.deviceId AS device_id,
    j.correlationId AS correlation_id,
    process_of(j.globalTid) AS pid,
    thread_of(j.globalTid) AS tid,
    j.globalTid - thread_of(j.globalTid) AS global_pid,
    j.globalTid AS global_tid
FROM {{ source('CUPTI_ACTIVITY_KIND_JIT') }} AS j
LEFT JOIN strings AS n ON n.string_id = j.nameId
LEFT JOIN strings AS p ON p.string_id = j.cachePath
LEFT JOIN {{ source('ENUM_CUPTI_JIT_ENTRY_TYPE') }} AS e ON e.id = j.jitEntryType
LEFT JOIN {{ source('ENUM_CUPTI_JIT_OPERATION_TYPE') }} AS o ON o.id = j.jitOperationType
