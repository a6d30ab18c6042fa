-- name: launch_latency
-- title: Kernel Launch Latency
-- summary: Launch latency and queue time of kernels, and how many did not queue at all.
-- description: Per GPU and short kernel name. Launch latency is from the begin of the launching call to the
--     start of the kernel, for every kernel with a call; it has the time of the call in it. Queue time is from
--     the end of the call to the start of the kernel. A kernel that began before the call returned, or queued for less than the
--     threshold, found the GPU waiting for it: it was launch-bound. Long queues are no fault: the host
--     ran ahead of the GPU. Nodes of CUDA graphs are left out, since one call queues them all. Kernels
--     without a call in the export are counted, and in no other figure.
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: _kernel_launches
-- param: threshold_ns BIGINT = 5000 -- a kernel that queued for less counts as launch-bound
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kernel_name VARCHAR -- short name of the kernel
-- column: kernel_count BIGINT -- timed kernels that are no graph nodes
-- column: launched_count BIGINT -- those with a timed call in the export
-- column: early_count BIGINT -- those that began before the call returned
-- column: launch_bound_pct DOUBLE [% of launched_count] -- began before the call returned, or queued for less than the threshold
-- column: launch_latency_median_ns DOUBLE [ns] -- median time from the call's begin to the kernel's start, of launched_count
-- column: launch_latency_p95_ns DOUBLE [ns] -- 95th percentile of the same
-- column: launch_latency_max_ns BIGINT [ns] -- longest launch latency
-- column: queue_median_ns DOUBLE [ns] -- median queue time of the kernels that began after the call's end
-- column: queue_p95_ns DOUBLE [ns] -- 95th percentile of the same
-- column: queue_max_ns BIGINT [ns] -- longest queue time
-- column: api_sum_ns BIGINT [ns] -- time of the launching calls
-- column: api_median_ns DOUBLE [ns] -- median time of a launching call
-- column: kernel_sum_ns BIGINT [ns] -- summed time of these kernels on the GPU
-- example: SELECT name, launch_latency_ns, queue_ns FROM launches WHERE kind = 'kernel' ORDER BY queue_ns DESC NULLS LAST LIMIT 5

WITH kernels AS (
    SELECT
        gpu_id,
        name,
        gpu_duration_ns,
        api_end_ns IS NOT NULL AS is_launched,
        api_duration_ns,
        queue_ns,
        CASE WHEN api_end_ns IS NOT NULL THEN launch_latency_ns END AS launch_latency_ns
    FROM _kernel_launches
    WHERE graph_node_id IS NULL AND gpu_end_ns IS NOT NULL
),

grouped AS (
    SELECT
        gpu_id,
        name AS kernel_name,
        count(*) AS kernel_count,
        count(*) FILTER (WHERE is_launched) AS launched_count,
        count(*) FILTER (WHERE is_launched AND queue_ns IS NULL) AS early_count,
        count(*) FILTER (WHERE queue_ns < $threshold_ns::BIGINT) AS short_count,
        quantile_cont(launch_latency_ns, [0.5, 0.95]) AS latencies,
        max(launch_latency_ns) AS launch_latency_max_ns,
        quantile_cont(queue_ns, [0.5, 0.95]) AS queues,
        max(queue_ns) AS queue_max_ns,
        sum(api_duration_ns)::BIGINT AS api_sum_ns,
        median(api_duration_ns)::DOUBLE AS api_median_ns,
        sum(gpu_duration_ns)::BIGINT AS kernel_sum_ns
    FROM kernels
    GROUP BY gpu_id, name
)

SELECT
    gpu_id,
    kernel_name,
    kernel_count,
    launched_count,
    early_count,
    100.0 * (early_count + short_count) / nullif(launched_count, 0) AS launch_bound_pct,
    latencies[1]::DOUBLE AS launch_latency_median_ns,
    latencies[2]::DOUBLE AS launch_latency_p95_ns,
    launch_latency_max_ns,
    queues[1]::DOUBLE AS queue_median_ns,
    queues[2]::DOUBLE AS queue_p95_ns,
    queue_max_ns,
    api_sum_ns,
    api_median_ns,
    kernel_sum_ns
FROM grouped
QUALIFY
    $rows::INTEGER = 0
    OR row_number() OVER (
        ORDER BY api_sum_ns DESC NULLS LAST, gpu_id, kernel_name
    ) <= $rows::INTEGER
ORDER BY api_sum_ns DESC NULLS LAST, gpu_id, kernel_name
