-- name: syscalls
-- summary: System calls of the kernel, as in futex or ioctl.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- reads: SYSCALL start! end! nameId! globalTid callchainId
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: call_name VARCHAR -- the system call
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: callchain_id BIGINT -- backtrace of the call, see callchains; NULL for none

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    name_of(s.text, c.nameId) AS call_name,
    process_of(c.globalTid) AS pid,
    thread_of(c.globalTid) AS tid,
    c.globalTid - thread_of(c.globalTid) AS global_pid,
    c.globalTid AS global_tid,
    nullif(c.callchainId, 0) AS callchain_id
FROM {{ source('SYSCALL') }} AS c
LEFT JOIN strings AS s ON s.string_id = c.nameId
