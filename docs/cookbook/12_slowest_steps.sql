-- question: Which steps took longest, and was the GPU at work?
-- answer: Steps of the server, the longest first. `step_ms` is `busy_ms` (some GPU at work) and
--     `idle_ms` together: where idle is what is unusual, look at that time with question 2.

SELECT
    step,
    mode,
    actual,
    round(start_ns / 1e6, 3) AS start_ms,
    round(duration_ns / 1e6, 3) AS step_ms,
    round(gpu_busy_ns / 1e6, 3) AS busy_ms,
    round(gpu_idle_ns / 1e6, 3) AS idle_ms
FROM dispatch_steps()
ORDER BY duration_ns DESC NULLS LAST, step
LIMIT 8
