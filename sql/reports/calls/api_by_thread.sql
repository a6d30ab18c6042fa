-- name: api_by_thread
-- title: CUDA API Calls by Thread
-- summary: Which thread spent how much time in which CUDA call.
-- description: Per thread and call, the version taken off its name. thread_pct is of the summed time of
--     all calls of the thread; a driver call inside a runtime call counts in both. A call's time
--     overlaps GPU work; 'sync' is waiting.
-- requires: cuda_api
-- needs: cuda_api, processes, threads
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program; NULL where the export has none
-- column: tid BIGINT -- thread id
-- column: thread_name VARCHAR -- name of the thread; NULL where the export has none
-- column: api_name VARCHAR -- the call without its version, as in cudaLaunchKernel
-- column: api_class VARCHAR -- launch, sync, memcpy, memset, alloc or other
-- column: call_count BIGINT -- calls, timed or not
-- column: error_count BIGINT -- calls that did not return 0; some, as queries, do so by design
-- column: sum_ns BIGINT [ns] -- summed time of the calls
-- column: thread_pct DOUBLE [% of the summed time of the thread's calls] -- sum_ns
-- column: median_ns DOUBLE [ns] -- median call
-- column: max_ns BIGINT [ns] -- longest call
-- example: SELECT tid, api_class, count(*) FROM cuda_api GROUP BY ALL ORDER BY ALL

WITH totals AS (
    SELECT
        global_tid,
        any_value(pid) AS pid,
        any_value(tid) AS tid,
        api_base_name AS api_name,
        api_class,
        count(*) AS call_count,
        count(*) FILTER (WHERE return_value <> 0) AS error_count,
        sum(duration_ns)::BIGINT AS sum_ns,
        median(duration_ns)::DOUBLE AS median_ns,
        max(duration_ns) AS max_ns
    FROM cuda_api
    GROUP BY global_tid, api_base_name, api_class
),

names AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
),

shared AS (
    SELECT
        *,
        100.0 * sum_ns / nullif(sum(sum_ns) OVER (PARTITION BY global_tid), 0) AS thread_pct,
        row_number() OVER (
            ORDER BY sum_ns DESC NULLS LAST, global_tid, api_name, api_class
        ) AS place
    FROM totals
)

SELECT
    s.pid,
    p.process_name,
    s.tid,
    t.thread_name,
    s.api_name,
    s.api_class,
    s.call_count,
    s.error_count,
    s.sum_ns,
    s.thread_pct,
    s.median_ns,
    s.max_ns
FROM shared AS s
LEFT JOIN threads AS t ON t.global_tid = s.global_tid
LEFT JOIN names AS p ON p.pid = s.pid
WHERE $rows::INTEGER = 0 OR s.place <= $rows::INTEGER
ORDER BY s.place
