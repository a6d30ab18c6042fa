-- name: summary_kernels
-- summary: Kernels by total GPU time, under their short names.
-- command: summarize
-- description: Sums over all GPUs and streams; kernels that ran at the same time count each.
-- needs: _gpu_work, strings
-- param: top INTEGER = 20 -- rows to return; 0 for all
-- column: kernel_name VARCHAR -- short name; [id] where the export has no string for it
-- column: kernel_count BIGINT -- kernels, timed or not
-- column: total_ns BIGINT [ns] -- sum over the timed kernels

WITH per_id AS (
    SELECT
        short_name_id,
        count(*) AS kernel_count,
        sum(end_ns - start_ns) AS total_ns
    FROM _gpu_work
    WHERE is_kernel
    GROUP BY short_name_id
),

per_name AS (
    SELECT
        coalesce(s.text, '[' || p.short_name_id || ']', '[no name]') AS kernel_name,
        sum(p.kernel_count)::BIGINT AS kernel_count,
        coalesce(sum(p.total_ns), 0)::BIGINT AS total_ns
    FROM per_id AS p
    LEFT JOIN strings AS s ON s.string_id = p.short_name_id
    GROUP BY ALL
)

SELECT kernel_name, kernel_count, total_ns
FROM per_name
QUALIFY $top = 0 OR row_number() OVER (ORDER BY total_ns DESC, kernel_name) <= $top
ORDER BY total_ns DESC, kernel_name
