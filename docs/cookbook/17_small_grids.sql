-- question: Which kernels have grids too small to fill the GPU?
-- answer: `blocks_per_sm` is blocks of the grid over the device's multiprocessors; below 1, some of
--     them get no block. `kernel_time_pct` is of the summed time of all kernels, those with larger
--     grids included.

WITH kernels AS (
    SELECT
        short_name,
        grid_x * grid_y * grid_z AS block_count,
        block_x * block_y * block_z AS threads_per_block,
        sm_count,
        count(*) AS kernel_count,
        sum(duration_ns) AS total_ns
    FROM gpu_kernels AS k
    LEFT JOIN gpus AS g ON k.gpu_id = g.gpu_id
    GROUP BY ALL
),

shares AS (
    SELECT *, 100 * total_ns / sum(total_ns) OVER () AS kernel_time_pct FROM kernels
)

SELECT
    short_name,
    block_count,
    threads_per_block,
    round(block_count / sm_count, 2) AS blocks_per_sm,
    kernel_count,
    round(total_ns / 1e6, 3) AS total_ms,
    round(kernel_time_pct, 1) AS kernel_time_pct
FROM shares
WHERE block_count < sm_count
ORDER BY total_ns DESC, short_name, block_count
