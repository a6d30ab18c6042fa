-- question: What did the launching thread do in the GPU's longest gaps?
-- answer: CUDA calls and calls into the operating system, on the thread that launched the work after
--     the gap. `gap_pct` is of the gap. An operating system's call may lie inside a CUDA call (`poll`
--     in a synchronisation), so the shares of a gap can add up to more than 100; what they lack to
--     100 is the program's own work. Calls of less than a twentieth of the gap are left out: a gap without a
--     call has none of more.

WITH gaps AS (
    FROM gpu_idle ORDER BY duration_ns DESC, gpu_id, start_ns LIMIT 10
),

calls AS (
    SELECT global_tid, api_base_name AS call_name, start_ns, end_ns FROM cuda_api
    UNION ALL
    SELECT global_tid, call_name, start_ns, end_ns FROM os_runtime WHERE is_call
),

shared AS (
    SELECT
        g.*,
        c.call_name,
        least(c.end_ns, g.end_ns) - greatest(c.start_ns, g.start_ns) AS shared_ns
    FROM gaps AS g
    INNER JOIN calls AS c
        ON c.start_ns < g.end_ns AND g.start_ns < c.end_ns AND c.global_tid - g.global_tid = 0
),

totals AS (
    SELECT gpu_id, start_ns, call_name, count(*) AS call_count, sum(shared_ns)::BIGINT AS shared_ns
    FROM shared
    GROUP BY gpu_id, start_ns, call_name
)

SELECT
    g.gpu_id,
    round(g.start_ns / 1e6, 3) AS gap_start_ms,
    round(g.duration_ns / 1e6, 3) AS gap_ms,
    t.call_name,
    t.call_count,
    round(t.shared_ns / 1e6, 3) AS shared_ms,
    round(100 * t.shared_ns / g.duration_ns, 1) AS gap_pct
FROM gaps AS g
LEFT JOIN totals AS t
    ON
        t.gpu_id IS NOT DISTINCT FROM g.gpu_id
        AND t.start_ns = g.start_ns
        AND 20 * t.shared_ns >= g.duration_ns
ORDER BY g.duration_ns DESC, g.gpu_id, g.start_ns, shared_ms DESC, t.call_name
