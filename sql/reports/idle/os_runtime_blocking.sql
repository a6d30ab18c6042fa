-- name: os_runtime_blocking
-- title: OS Runtime Calls by Thread
-- summary: Which threads spent how long in which calls of the operating system, and how much of it while no GPU worked.
-- description: Per thread and call, as in poll or pthread_cond_wait. A call may lie inside another, and
--     threads run at once: sums count each. gpu_idle_ns is time of the calls in which no GPU was at
--     work, between the first operation of any GPU and the end of the last of any; with per_gpu that GPU,
--     and its own first and last. nsys leaves out calls
--     that are shorter than its threshold (1000 ns unless set), so counts are not complete.
-- requires: os_runtime
-- needs: os_runtime, processes, threads, gpu_activity, interval_coverage, _recorded
-- param: per_gpu BOOLEAN = FALSE -- a row per GPU, of its work alone; else of all GPUs together
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program; NULL where the export has none
-- column: tid BIGINT -- thread id
-- column: thread_name VARCHAR -- name of the thread; NULL where the export has none
-- column: call_name VARCHAR -- the function called
-- column: call_count BIGINT -- calls, timed or not
-- column: sum_ns BIGINT [ns] -- summed time of the calls
-- column: median_ns DOUBLE [ns] -- median call
-- column: max_ns BIGINT [ns] -- longest call
-- column: gpu_idle_ns BIGINT [ns] -- of sum_ns, time with no GPU at work; NULL: no device work captured
-- column: gpu_idle_pct DOUBLE [% of sum_ns] -- gpu_idle_ns
-- column: gpu_id BIGINT -- the GPU that the GPU figures are of; NULL for all together
-- example: SELECT tid, call_name, count(*) FROM os_runtime WHERE is_call GROUP BY ALL ORDER BY ALL

WITH _work AS (
    SELECT CASE WHEN $per_gpu::BOOLEAN THEN coalesce(gpu_id, -1) ELSE -1 END AS lane, start_ns, end_ns
    FROM gpu_activity
    WHERE end_ns IS NOT NULL
),

span AS MATERIALIZED (
    SELECT lane, min(start_ns) AS first_ns, max(end_ns) AS last_ns FROM _work GROUP BY lane
    UNION ALL
    SELECT -1, NULL, NULL WHERE NOT EXISTS (FROM _work)
),

-- calls cut to the time in which a GPU can be idle
calls AS MATERIALIZED (
    SELECT
        s.lane,
        o.global_tid,
        o.pid,
        o.tid,
        o.call_name,
        o.duration_ns,
        least(greatest(o.start_ns, s.first_ns), s.last_ns) AS from_ns,
        greatest(least(o.end_ns, s.last_ns), s.first_ns) AS to_ns
    FROM os_runtime AS o, span AS s
    WHERE o.is_call
),

_points AS (
    SELECT lane, from_ns AS at_ns FROM calls WHERE duration_ns IS NOT NULL
    UNION ALL
    SELECT lane, to_ns FROM calls WHERE duration_ns IS NOT NULL
),

busy AS MATERIALIZED (
    SELECT lane, at_ns, covered_ns FROM interval_coverage('_work', '_points')
),

totals AS (
    SELECT
        c.lane,
        c.global_tid,
        any_value(c.pid) AS pid,
        any_value(c.tid) AS tid,
        c.call_name,
        count(*) AS call_count,
        sum(c.duration_ns)::BIGINT AS sum_ns,
        median(c.duration_ns)::DOUBLE AS median_ns,
        max(c.duration_ns) AS max_ns,
        sum(c.to_ns - c.from_ns - (e.covered_ns - s.covered_ns))
            FILTER (WHERE c.duration_ns IS NOT NULL)::BIGINT AS gpu_idle_ns
    FROM calls AS c
    LEFT JOIN busy AS s ON s.lane = c.lane AND s.at_ns = c.from_ns
    LEFT JOIN busy AS e ON e.lane = c.lane AND e.at_ns = c.to_ns
    GROUP BY c.lane, c.global_tid, c.call_name
),

names AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
),

measured AS (
    SELECT
        t.* REPLACE (
            CASE
                WHEN NOT r.device_work THEN NULL
                WHEN s.first_ns IS NULL THEN 0
                ELSE t.gpu_idle_ns
            END AS gpu_idle_ns
        ),
        row_number() OVER (ORDER BY t.sum_ns DESC NULLS LAST, t.global_tid, t.call_name, t.lane) AS place
    FROM totals AS t
    INNER JOIN span AS s ON s.lane = t.lane
    CROSS JOIN _recorded AS r
)

SELECT
    m.pid,
    p.process_name,
    m.tid,
    t.thread_name,
    m.call_name,
    m.call_count,
    m.sum_ns,
    m.median_ns,
    m.max_ns,
    m.gpu_idle_ns,
    100.0 * m.gpu_idle_ns / nullif(m.sum_ns, 0) AS gpu_idle_pct,
    nullif(m.lane, -1) AS gpu_id
FROM measured AS m
LEFT JOIN threads AS t ON t.global_tid = m.global_tid
LEFT JOIN names AS p ON p.pid = m.pid
WHERE $rows::INTEGER = 0 OR m.place <= $rows::INTEGER
ORDER BY m.place
