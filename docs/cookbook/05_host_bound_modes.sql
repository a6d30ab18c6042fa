-- question: In which dispatch mode does the GPU wait for the host?
-- answer: Steps of the server by mode. Where `gpu_idle_pct` (of the steps' time, no GPU at work) is
--     high and `median_queue_us` (from launch to start of a kernel) is low, the host is the limit.

SELECT
    s.mode,
    count(DISTINCT s.event_id) AS step_count,
    round(median(l.queue_ns) / 1e3, 1) AS median_queue_us,
    (
        SELECT round(100 * sum(d.gpu_idle_ns) / sum(d.duration_ns), 1)
        FROM dispatch_steps() AS d
        WHERE d.mode = s.mode
    ) AS gpu_idle_pct
FROM launches AS l
ASOF JOIN dispatch_steps() AS s ON l.pid = s.pid AND l.api_start_ns >= s.start_ns
WHERE l.kind = 'kernel'
GROUP BY s.mode
ORDER BY gpu_idle_pct DESC, s.mode
