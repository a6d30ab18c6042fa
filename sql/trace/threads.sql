-- name: threads
-- summary: The threads that the export has a name for, one row each.
-- description: A thread with several names has the last. Threads may have events without being
--     here.
-- needs: process_of, thread_of, strings
-- reads: ThreadNames globalTid! nameId priority
-- column: tid BIGINT -- thread id
-- column: pid BIGINT -- process id
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: thread_name VARCHAR -- name of the thread, its id in brackets where the text is missing
-- column: priority BIGINT -- priority of the thread; NULL where unknown

SELECT
    thread_of(t.globalTid) AS tid,
    process_of(t.globalTid) AS pid,
    t.globalTid AS global_tid,
    t.globalTid - thread_of(t.globalTid) AS global_pid,
    arg_max(coalesce(s.text, '[' || t.nameId || ']'), coalesce(t.row_id, 0)) AS thread_name,
    arg_max(t.priority, coalesce(t.row_id, 0)) AS priority
FROM {{ source('ThreadNames') }} AS t
LEFT JOIN strings AS s ON s.string_id = t.nameId
GROUP BY t.globalTid
