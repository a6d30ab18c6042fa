-- question: How many CUDA graph launches are there, and how many kernels does each start?
-- answer: One row per number of kernels. The launching call counts once, however many kernels it
--     starts; `host_us_per_kernel` is the call's time over its kernels, to compare with a launch
--     of one kernel.

WITH calls AS (
    SELECT
        api_event_id,
        any_value(api_base_name) AS api_base_name,
        count(*) FILTER (kind = 'kernel') AS kernels_per_launch,
        sum(api_duration_ns) AS call_ns
    FROM launches
    WHERE api_class = 'launch'
    GROUP BY api_event_id
)

SELECT
    api_base_name LIKE '%GraphLaunch%' AS is_graph,
    kernels_per_launch,
    count(*) AS launch_count,
    round(median(call_ns) / 1e3, 1) AS median_call_us,
    round(sum(call_ns) / sum(kernels_per_launch) / 1e3, 2) AS host_us_per_kernel
FROM calls
GROUP BY ALL
ORDER BY is_graph DESC, kernels_per_launch DESC
