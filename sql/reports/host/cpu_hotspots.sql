-- name: cpu_hotspots
-- title: CPU Hotspots
-- summary: What the CPUs were running, by thread and function.
-- description: By the function on top of the stack. A share of CPU time is a share of weight: samples of
--     weight 0, taken when a thread left its CPU, are left out. thread_pct is of the weight of the
--     thread's samples, total_pct of that of all threads.
-- requires: cpu_samples
-- needs: cpu_samples, processes, threads
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program; NULL where the export has none
-- column: tid BIGINT -- thread id
-- column: thread_name VARCHAR -- name of the thread; NULL where the export has none
-- column: function_name VARCHAR -- function on top of the stack; NULL for samples without a stack
-- column: module VARCHAR -- library or program of the function
-- column: sample_count BIGINT -- samples
-- column: weight BIGINT -- what they count for
-- column: thread_pct DOUBLE [% of the weight of the thread's samples] -- weight
-- column: total_pct DOUBLE [% of the weight of all samples] -- weight
-- example: SELECT function_name, count(*) FROM cpu_samples GROUP BY function_name ORDER BY ALL

WITH totals AS (
    SELECT
        global_tid,
        any_value(pid) AS pid,
        any_value(tid) AS tid,
        function_name,
        module,
        count(*) AS sample_count,
        sum(weight)::BIGINT AS weight
    FROM cpu_samples
    WHERE weight > 0
    GROUP BY global_tid, function_name, module
),

names AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
),

shared AS (
    SELECT
        *,
        100.0 * weight / sum(weight) OVER (PARTITION BY global_tid) AS thread_pct,
        100.0 * weight / sum(weight) OVER () AS total_pct,
        row_number() OVER (
            ORDER BY weight DESC, global_tid, function_name NULLS FIRST, module NULLS FIRST
        ) AS place
    FROM totals
)

SELECT
    s.pid,
    p.process_name,
    s.tid,
    t.thread_name,
    s.function_name,
    s.module,
    s.sample_count,
    s.weight,
    s.thread_pct,
    s.total_pct
FROM shared AS s
LEFT JOIN threads AS t ON t.global_tid = s.global_tid
LEFT JOIN names AS p ON p.pid = s.pid
WHERE $rows::INTEGER = 0 OR s.place <= $rows::INTEGER
ORDER BY s.place
