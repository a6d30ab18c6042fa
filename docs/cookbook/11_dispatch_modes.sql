-- question: How do dispatch modes compare, and how much of the batch is padding?
-- answer: Steps that have an end. `gpu_busy_pct` is of the steps' time with any GPU at work;
--     `padding_pct` is padded minus actual as a share of padded, over all steps of the mode.

SELECT
    mode,
    count(*) AS step_count,
    round(median(duration_ns) / 1e6, 3) AS median_step_ms,
    round(max(duration_ns) / 1e6, 3) AS max_step_ms,
    round(100 * sum(gpu_busy_ns) / sum(duration_ns), 1) AS gpu_busy_pct,
    sum(kernel_count) // count(*) AS kernels_per_step,
    round(100 * sum(padded - actual) / sum(padded), 1) AS padding_pct
FROM dispatch_steps()
WHERE duration_ns IS NOT NULL
GROUP BY mode
ORDER BY mode
