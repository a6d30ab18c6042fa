-- name: cuda_api_trace
-- title: CUDA API Trace
-- summary: Every CUDA API call in order of time.
-- description: Where nsys has a row per name of a thread, a call here has one row, with the thread's last
--     name, and calls of threads without a name are there. The ending _v and four digits is cut from a name.
-- requires: cuda_api
-- needs: cuda_api, threads
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: start_ns BIGINT [ns] -- begin of the call
-- column: duration_ns BIGINT [ns] -- time of the call; NULL where the row has no usable time
-- column: api_name VARCHAR -- the call
-- column: return_value BIGINT -- 0 for success
-- column: correlation_id BIGINT -- ties the call to the device work of the same process
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: priority BIGINT -- priority of the thread; NULL where unknown
-- column: thread_name VARCHAR -- name of the thread; NULL for none
-- nsys: "Start (ns)" start_ns ts
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Name" api_name text
-- nsys: "Result" return_value int
-- nsys: "CorrID" correlation_id int
-- nsys: "Pid" pid int
-- nsys: "Tid" tid int
-- nsys: "T-Pri" priority int
-- nsys: "Thread Name" thread_name text
-- example: SELECT start_ns, duration_ns, api_name FROM cuda_api ORDER BY start_ns LIMIT 10

SELECT
    c.start_ns,
    c.duration_ns,
    regexp_replace(c.api_name, '_v\d{4}$', '') AS api_name,
    c.return_value,
    c.correlation_id,
    c.pid,
    c.tid,
    t.priority,
    t.thread_name
FROM cuda_api AS c
LEFT JOIN threads AS t ON t.global_tid = c.global_tid
ORDER BY c.start_ns, c.event_id
LIMIT nullif($rows, 0)
