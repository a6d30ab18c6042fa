-- question: Which ranges launch the kernels, and which kernels lie in no range?
-- answer: Kernels by the innermost push/pop range around their launch, here of the default domain; a
--     row without a range, which the demo has not, has the kernels that lie in none. `kernel_time_pct`
--     is of the summed time of all kernels.

SELECT
    n.path,
    count(*) AS kernel_count,
    round(sum(k.duration_ns) / 1e6, 3) AS total_ms,
    round(100 * sum(k.duration_ns) / sum(sum(k.duration_ns)) OVER (), 1) AS kernel_time_pct
FROM gpu_kernels AS k
LEFT JOIN nvtx_kernels AS n
    ON k.event_id = n.kernel_id AND n.is_innermost AND n.domain = 'Default'
GROUP BY n.path
ORDER BY total_ms DESC, n.path
