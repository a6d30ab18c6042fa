-- name: cuda_api
-- summary: CUDA API calls, runtime and driver, one row a call.
-- description: A row of event class 67 repeats a call to carry its backtrace, and is not a call.
-- window: clip
-- needs: _api_base_name, interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- needs: api_class
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME start! end! nameId! eventClass globalTid correlationId returnValue
--     callchainId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: api_name VARCHAR -- the call's name as recorded, as in cudaLaunchKernel_v7000
-- column: api_base_name VARCHAR -- the name without its version, as in cudaLaunchKernel
-- column: api_class VARCHAR -- launch, sync, memcpy, memset, alloc or other; see api_class()
-- column: is_driver BOOLEAN -- a call of the driver API (cu...), else of the runtime (cuda...)
-- column: return_value BIGINT -- 0 for success
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: correlation_id BIGINT -- ties the call to the device work of the same process
-- column: callchain_id BIGINT -- backtrace of the call; NULL for none
-- column: api_name_id BIGINT -- string id of the call's name

WITH names AS (
    -- once a name, not once a call
    SELECT string_id, text, _api_base_name(text) AS base_name, api_class(text) AS class
    FROM strings
)

SELECT
    r.row_id AS event_id,
    interval_start(r."start", r."end") AS start_ns,
    interval_end(r."start", r."end") AS end_ns,
    interval_duration(r."start", r."end") AS duration_ns,
    name_of(n.text, r.nameId) AS api_name,
    name_of(n.base_name, r.nameId) AS api_base_name,
    coalesce(n.class, 'other') AS api_class,
    r.eventClass = 1 AS is_driver,
    r.returnValue AS return_value,
    process_of(r.globalTid) AS pid,
    thread_of(r.globalTid) AS tid,
    r.globalTid - thread_of(r.globalTid) AS global_pid,
    r.globalTid AS global_tid,
    r.correlationId AS correlation_id,
    nullif(r.callchainId, 0) AS callchain_id,
    r.nameId AS api_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }} AS r
LEFT JOIN names AS n ON n.string_id = r.nameId
WHERE r.eventClass IS DISTINCT FROM 67
