-- question: What ran at the same time as NCCL?
-- answer: For each operation, the time that it shared with NCCL kernels of the same GPU.
--     `hidden_pct` is that time as a share of all NCCL time on that GPU; operations that ran at the
--     same time count each, so the column may exceed 100 in sum.

WITH nccl AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_kernels WHERE short_name LIKE 'nccl%'
),

nccl_busy AS (
    SELECT *, sum(end_ns - start_ns) OVER (PARTITION BY lane) AS nccl_ns FROM interval_union('nccl')
)

SELECT
    a.gpu_id,
    a.name,
    count(DISTINCT a.event_id) AS op_count,
    round(sum(least(a.end_ns, n.end_ns) - greatest(a.start_ns, n.start_ns)) / 1e6, 3) AS shared_ms,
    round(
        100 * sum(least(a.end_ns, n.end_ns) - greatest(a.start_ns, n.start_ns)) / any_value(n.nccl_ns), 1
    ) AS hidden_pct
FROM gpu_activity AS a
INNER JOIN nccl_busy AS n
    ON a.start_ns < n.end_ns AND n.start_ns < a.end_ns AND a.gpu_id - n.lane = 0
WHERE a.name NOT LIKE 'nccl%'
GROUP BY a.gpu_id, a.name
ORDER BY a.gpu_id, shared_ms DESC, a.name
