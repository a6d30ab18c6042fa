-- name: library_calls
-- summary: Calls into cuBLAS and cuDNN.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- reads: CUBLAS_EVENTS start! end! nameId! eventClass globalTid
-- reads: CUDNN_EVENTS start! end! nameId! eventClass globalTid
-- column: event_id BIGINT -- the row's id in the table of its library
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: library VARCHAR -- cuBLAS or cuDNN
-- column: call_name VARCHAR -- the function called
-- column: is_call BOOLEAN -- a call, else a mark of the profiler's own begin or end
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH calls AS (
    SELECT row_id, "start", "end", 'cuBLAS' AS library, nameId, eventClass, globalTid
    FROM {{ source('CUBLAS_EVENTS') }}
    UNION ALL
    SELECT row_id, "start", "end", 'cuDNN', nameId, eventClass, globalTid
    FROM {{ source('CUDNN_EVENTS') }}
)

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    c.library,
    name_of(s.text, c.nameId) AS call_name,
    coalesce(c.eventClass NOT IN (33, 34, 35, 36), TRUE) AS is_call,
    process_of(c.globalTid) AS pid,
    thread_of(c.globalTid) AS tid,
    c.globalTid - thread_of(c.globalTid) AS global_pid,
    c.globalTid AS global_tid
FROM calls AS c
LEFT JOIN strings AS s ON s.string_id = c.nameId
