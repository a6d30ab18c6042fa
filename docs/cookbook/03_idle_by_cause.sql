-- question: How much of each GPU's idle time has which cause?
-- answer: Gaps between two operations, by cause. `idle_pct` is of the idle time of that GPU.

SELECT
    gpu_id,
    cause,
    count(*) AS gap_count,
    round(sum(duration_ns) / 1e6, 3) AS idle_ms,
    round(100 * sum(duration_ns) / sum(sum(duration_ns)) OVER (PARTITION BY gpu_id), 1) AS idle_pct
FROM gpu_idle
GROUP BY gpu_id, cause
ORDER BY gpu_id, idle_ms DESC, cause
