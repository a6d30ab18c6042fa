-- question: Which calls wait for the GPU, and for how long?
-- answer: Calls that block their thread until the device has got somewhere. `median_ms` far below
--     `max_ms` means that a few waits matter.

SELECT
    api_base_name,
    count(*) AS call_count,
    round(sum(duration_ns) / 1e6, 3) AS blocked_ms,
    round(median(duration_ns) / 1e6, 3) AS median_ms,
    round(max(duration_ns) / 1e6, 3) AS max_ms
FROM cuda_api
WHERE api_class = 'sync'
GROUP BY api_base_name
ORDER BY blocked_ms DESC, api_base_name
