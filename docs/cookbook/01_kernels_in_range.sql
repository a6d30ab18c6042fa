-- question: Which kernels run during `decode`?
-- answer: Kernels whose launch lies inside a range of that name, whenever they ran on the GPU.
--     `kernel_time_pct` is of the summed time of all these kernels; kernels that ran at the same
--     time count each.

SELECT
    short_name,
    count(*) AS kernel_count,
    round(sum(duration_ns) / 1e6, 3) AS total_ms,
    round(median(duration_ns) / 1e3, 1) AS median_us,
    round(100 * sum(duration_ns) / sum(sum(duration_ns)) OVER (), 1) AS kernel_time_pct
FROM nvtx_kernels
WHERE range_name = 'decode'
GROUP BY short_name
ORDER BY total_ms DESC, short_name
