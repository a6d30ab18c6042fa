-- question: Do kernels become slower in the course of the run?
-- answer: The median of the first and of the last tenth of a kernel's runs with one grid, in order of
--     time. `change_pct` is of the first tenth's median. Those that ran fewer than 100 times are
--     left out. In the demo, attention grows with the cache that it reads.

WITH runs AS (
    SELECT
        short_name,
        kernel_name,
        grid_x * grid_y * grid_z AS block_count,
        duration_ns,
        ntile(10) OVER (w ORDER BY start_ns, event_id) AS tenth,
        count(*) OVER w AS kernel_count
    FROM gpu_kernels
    WHERE duration_ns IS NOT NULL
    WINDOW w AS (PARTITION BY kernel_name, grid_x, grid_y, grid_z)
),

compared AS (
    SELECT
        short_name,
        kernel_name,
        block_count,
        kernel_count,
        median(duration_ns) FILTER (tenth = 1) AS first_ns,
        median(duration_ns) FILTER (tenth = 10) AS last_ns
    FROM runs
    WHERE kernel_count >= 100
    GROUP BY ALL
)

SELECT
    short_name,
    block_count,
    kernel_count,
    round(first_ns / 1e3, 1) AS first_tenth_us,
    round(last_ns / 1e3, 1) AS last_tenth_us,
    round(100 * (last_ns - first_ns) / nullif(first_ns, 0), 1) AS change_pct
FROM compared
ORDER BY change_pct DESC, kernel_name, block_count
