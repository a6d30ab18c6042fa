-- name: cuda_api
-- summary: CUDA API calls, runtime and driver, one row a call.
-- description: A row of event class 67 repeats a call to carry its backtrace, and is not a call.
-- window: clip
-- needs: _cuda_api_rows
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

SELECT
    event_id, start_ns, end_ns, duration_ns, api_name, api_base_name, api_class, is_driver,
    return_value, pid, tid, global_pid, global_tid, correlation_id, callchain_id, api_name_id
FROM _cuda_api_rows
