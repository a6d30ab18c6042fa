-- name: os_runtime
-- summary: Calls into the operating system's libraries, as in poll or pthread_cond_wait.
-- description: nsys leaves out calls shorter than a threshold (1000 ns unless the capture says
--     otherwise), so counts are not complete. Rows that are no calls mark where the tracing of a
--     thread or process began and ended; is_call tells them apart.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- reads: OSRT_API start! end! nameId! eventClass globalTid returnValue nestingLevel callchainId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: call_name VARCHAR -- the function called
-- column: is_call BOOLEAN -- a call, else a mark of the profiler's own begin or end
-- column: return_value BIGINT -- what the function returned
-- column: nesting_level BIGINT -- traced calls around it on its thread; NULL for no call
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: callchain_id BIGINT -- backtrace of the call, see callchains; NULL for none

SELECT
    o.row_id AS event_id,
    interval_start(o."start", o."end") AS start_ns,
    interval_end(o."start", o."end") AS end_ns,
    interval_duration(o."start", o."end") AS duration_ns,
    name_of(s.text, o.nameId) AS call_name,
    coalesce(o.eventClass NOT IN (31, 32), TRUE) AS is_call,
    o.returnValue AS return_value,
    o.nestingLevel AS nesting_level,
    process_of(o.globalTid) AS pid,
    thread_of(o.globalTid) AS tid,
    o.globalTid - thread_of(o.globalTid) AS global_pid,
    o.globalTid AS global_tid,
    nullif(o.callchainId, 0) AS callchain_id
FROM {{ source('OSRT_API') }} AS o
LEFT JOIN strings AS s ON s.string_id = o.nameId
