-- question: Which threads spend how much time in the CUDA API?
-- answer: Calls by thread and class. `api_time_pct` is of all API time of that thread. A call's time
--     overlaps GPU work; `sync` is waiting.

SELECT
    a.pid,
    a.tid,
    t.thread_name,
    a.api_class,
    count(*) AS call_count,
    round(sum(a.duration_ns) / 1e6, 3) AS total_ms,
    round(100 * sum(a.duration_ns) / sum(sum(a.duration_ns)) OVER (PARTITION BY a.global_tid), 1) AS api_time_pct
FROM cuda_api AS a
LEFT JOIN threads AS t ON a.global_tid = t.global_tid
GROUP BY a.global_tid, a.pid, a.tid, t.thread_name, a.api_class
ORDER BY a.global_tid, total_ms DESC, a.api_class
