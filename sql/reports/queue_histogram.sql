-- name: queue_histogram
-- title: Launch Queue Histogram
-- summary: How many kernels of each GPU queued for how long after their launch.
-- description: Queue time is from the end of the launching call to the start of the kernel. A kernel that
--     began before its call returned did not queue: that bar has no bounds. A bar holds the times from
--     its lower bound on, below its upper one: 1, 2, 5, 10, 20, 50 microseconds and so on; the first one
--     holds what queued for less than 1 microsecond.
--     Kernels without a timed call and graph nodes are left out, so launched_pct adds up to 100.
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: launches
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: from_ns BIGINT [ns] -- lower bound of the queue time; NULL: began before the call returned
-- column: to_ns BIGINT [ns] -- upper bound, itself outside
-- column: kernel_count BIGINT -- kernels that queued for so long
-- column: launched_pct DOUBLE [% of the GPU's kernels with a timed call] -- kernel_count
-- example: SELECT gpu_id, median(queue_ns) FROM launches WHERE kind = 'kernel' GROUP BY gpu_id ORDER BY gpu_id

WITH launched AS (
    SELECT
        gpu_id,
        queue_ns,
        (10 ** (length(queue_ns::VARCHAR) - 1))::BIGINT AS decade_ns
    FROM launches
    WHERE
        kind = 'kernel' AND graph_node_id IS NULL
        AND gpu_end_ns IS NOT NULL AND api_end_ns IS NOT NULL
),

bounded AS (
    SELECT
        gpu_id,
        CASE
            WHEN queue_ns < 1000 THEN 0
            WHEN queue_ns >= 5 * decade_ns THEN 5 * decade_ns
            WHEN queue_ns >= 2 * decade_ns THEN 2 * decade_ns
            ELSE decade_ns
        END AS from_ns,
        CASE
            WHEN queue_ns < 1000 THEN 1000
            WHEN queue_ns >= 5 * decade_ns THEN 10 * decade_ns
            WHEN queue_ns >= 2 * decade_ns THEN 5 * decade_ns
            ELSE 2 * decade_ns
        END AS to_ns
    FROM launched
),

counted AS (
    SELECT gpu_id, from_ns, to_ns, count(*) AS kernel_count
    FROM bounded
    GROUP BY gpu_id, from_ns, to_ns
)

SELECT
    gpu_id,
    from_ns,
    to_ns,
    kernel_count,
    100.0 * kernel_count / sum(kernel_count) OVER (PARTITION BY gpu_id) AS launched_pct
FROM counted
ORDER BY gpu_id, from_ns NULLS FIRST
