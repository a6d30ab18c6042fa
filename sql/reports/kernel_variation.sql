-- name: kernel_variation
-- title: Variation of Kernel Times
-- summary: How the times of one kernel spread, and whether it became slower in the course of the run.
-- description: Per GPU and kernel, by full name and, if asked, by grid. The first and the last tenth
--     are of the kernel's runs in order of their starts (at least one run each). A ratio above 1 means that
--     the last tenth was slower; kernels that depend on the size of their input vary by it.
-- requires: gpu_kernels
-- needs: gpu_kernels
-- param: min_count INTEGER = 10 -- leave out kernels that ran fewer times
-- param: by_grid BOOLEAN = FALSE -- a row for each grid that a kernel ran with
-- param: rows INTEGER = 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kernel_name VARCHAR -- demangled name with its parameters
-- column: grid VARCHAR -- blocks of the grid as x,y,z; NULL where not split by grid
-- column: kernel_count BIGINT -- timed runs
-- column: sum_ns BIGINT [ns] -- summed time
-- column: min_ns BIGINT [ns] -- shortest run
-- column: median_ns DOUBLE [ns] -- median run
-- column: p95_ns DOUBLE [ns] -- 95th percentile
-- column: max_ns BIGINT [ns] -- longest run
-- column: max_to_median_ratio DOUBLE -- max_ns over median_ns
-- column: first_tenth_avg_ns DOUBLE [ns] -- average of the first tenth of the runs
-- column: last_tenth_avg_ns DOUBLE [ns] -- average of the last tenth
-- column: last_to_first_ratio DOUBLE -- last_tenth_avg_ns over first_tenth_avg_ns
-- example: SELECT short_name, stddev(duration_ns) FROM gpu_kernels GROUP BY short_name ORDER BY short_name

WITH runs AS (
    SELECT
        gpu_id,
        kernel_name,
        CASE WHEN $by_grid::BOOLEAN THEN concat_ws(',', grid_x, grid_y, grid_z) END AS grid,
        duration_ns,
        start_ns,
        event_id
    FROM gpu_kernels
    WHERE duration_ns IS NOT NULL
),

placed AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY gpu_id, kernel_name, grid ORDER BY start_ns, event_id
        ) AS place,
        count(*) OVER (PARTITION BY gpu_id, kernel_name, grid) AS run_count
    FROM runs
),

grouped AS (
    SELECT
        gpu_id,
        kernel_name,
        grid,
        count(*) AS kernel_count,
        sum(duration_ns)::BIGINT AS sum_ns,
        min(duration_ns) AS min_ns,
        quantile_cont(duration_ns, [0.5, 0.95]) AS quantiles,
        max(duration_ns) AS max_ns,
        avg(duration_ns) FILTER (WHERE place <= greatest(run_count // 10, 1)) AS first_avg_ns,
        avg(duration_ns) FILTER (WHERE place > run_count - greatest(run_count // 10, 1))
            AS last_avg_ns
    FROM placed
    GROUP BY gpu_id, kernel_name, grid
    HAVING count(*) >= $min_count::INTEGER
)

SELECT
    gpu_id,
    kernel_name,
    grid,
    kernel_count,
    sum_ns,
    min_ns,
    quantiles[1]::DOUBLE AS median_ns,
    quantiles[2]::DOUBLE AS p95_ns,
    max_ns,
    max_ns / nullif(quantiles[1], 0) AS max_to_median_ratio,
    first_avg_ns AS first_tenth_avg_ns,
    last_avg_ns AS last_tenth_avg_ns,
    last_avg_ns / nullif(first_avg_ns, 0) AS last_to_first_ratio
FROM grouped
QUALIFY
    $rows::INTEGER = 0
    OR row_number() OVER (ORDER BY sum_ns DESC, gpu_id, kernel_name, grid) <= $rows::INTEGER
ORDER BY sum_ns DESC, gpu_id, kernel_name, grid
