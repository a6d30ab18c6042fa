-- name: queue_histogram
-- title: Launch Queue Histogram
-- summary: How many kernels of each GPU queued for how long after their launch, or had which launch latency.
-- description: Queue time is from the end of the launching call to the start of the kernel. A kernel that
--     began before its call returned did not queue: that bar has no bounds. Launch latency is from the begin
--     of the call, and every launched kernel has one. A bar holds the times from
--     its lower bound on, below its upper one: 1, 2, 5, 10, 20, 50 microseconds and so on; the first one
--     is below 1 microsecond. Bars between the first and the last are there even where none has such a
--     time. Kernels without a timed call and graph nodes are left out, so launched_pct adds up to 100.
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: launches
-- param: measure VARCHAR = 'queue' of queue|launch_latency -- the time to count by
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: from_ns BIGINT [ns] -- lower bound of the time; NULL: began before the call returned
-- column: to_ns BIGINT [ns] -- upper bound, itself outside
-- column: kernel_count BIGINT -- kernels with such a time
-- column: launched_pct DOUBLE [% of the GPU's kernels with a timed call] -- kernel_count
-- example: SELECT gpu_id, median(queue_ns) FROM launches WHERE kind = 'kernel' GROUP BY gpu_id ORDER BY gpu_id

WITH launched AS (
    SELECT
        gpu_id,
        CASE $measure::VARCHAR WHEN 'launch_latency' THEN launch_latency_ns ELSE queue_ns END AS waited_ns
    FROM launches
    WHERE
        kind = 'kernel' AND graph_node_id IS NULL
        AND gpu_end_ns IS NOT NULL AND api_end_ns IS NOT NULL
),

bounds AS (
    SELECT 0::BIGINT AS from_ns, 1000::BIGINT AS to_ns
    UNION ALL
    SELECT (step * 10 ** decade)::BIGINT, (next_step * 10 ** decade)::BIGINT
    FROM (VALUES (1, 2), (2, 5), (5, 10)) AS bounds(step, next_step)
    CROSS JOIN (SELECT unnest(range(3, 19)) AS decade)
    WHERE decade < 18 OR step < 5
),

extent AS (
    SELECT
        gpu_id,
        count(*) AS launched_count,
        count(*) - count(waited_ns) AS early_count,
        min(waited_ns) AS min_ns,
        max(waited_ns) AS max_ns
    FROM launched
    GROUP BY gpu_id
),

placed AS (
    SELECT l.gpu_id, b.from_ns, count(*) AS kernel_count
    FROM (SELECT * FROM launched WHERE waited_ns IS NOT NULL) AS l
    ASOF INNER JOIN bounds AS b ON l.waited_ns >= b.from_ns
    GROUP BY l.gpu_id, b.from_ns
),

bars AS (
    SELECT
        e.gpu_id,
        b.from_ns,
        b.to_ns,
        coalesce(p.kernel_count, 0) AS kernel_count,
        e.launched_count
    FROM extent AS e
    INNER JOIN bounds AS b ON b.to_ns > e.min_ns AND b.from_ns <= e.max_ns
    LEFT JOIN placed AS p ON p.gpu_id IS NOT DISTINCT FROM e.gpu_id AND p.from_ns = b.from_ns
    UNION ALL
    SELECT gpu_id, NULL, NULL, early_count, launched_count
    FROM extent
    WHERE early_count > 0
)

SELECT
    gpu_id,
    from_ns,
    to_ns,
    kernel_count,
    100.0 * kernel_count / launched_count AS launched_pct
FROM bars
ORDER BY gpu_id, from_ns NULLS FIRST
