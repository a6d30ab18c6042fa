-- name: gpu_utilization_over_time
-- title: GPU Utilization over Time
-- summary: How busy each GPU was in each of N equal bins of time.
-- description: The bins divide the time from the first operation of any GPU to the end of the last of
--     any, so they are the same for every GPU. Busy time is of the union of a GPU's operations: no bin
--     is above 100 %, and the bins of a GPU add up to its busy time. Where there are more bins than
--     nanoseconds, those of no length are left out.
-- requires: gpu_activity
-- needs: gpu_activity, interval_coverage, _recorded
-- param: bins INTEGER = 50 -- number of bins, at least 1
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: bin BIGINT -- number of the bin, from 0
-- column: start_ns BIGINT [ns] -- begin of the bin
-- column: end_ns BIGINT [ns] -- end of the bin
-- column: busy_ns BIGINT [ns] -- time of the bin in which some operation ran on the GPU
-- column: busy_pct DOUBLE [% of the bin] -- that time
-- column: kernel_ns BIGINT [ns] -- time of the bin in which kernels ran, or graphs traced as a whole
-- column: kernel_pct DOUBLE [% of the bin] -- that time
-- example: SELECT gpu_id, start_ns // 1000000 AS ms, count(*) FROM gpu_kernels GROUP BY ALL ORDER BY ALL

WITH work AS MATERIALIZED (
    SELECT gpu_id AS lane, start_ns, end_ns, kind IN ('kernel', 'graph') AS is_kernel
    FROM gpu_activity
    WHERE end_ns IS NOT NULL
),

span AS (
    SELECT
        min(start_ns) AS first_ns,
        max(end_ns) - min(start_ns) AS span_ns,
        greatest($bins::BIGINT, 1) AS bin_count
    FROM work
),

bins AS MATERIALIZED (
    SELECT
        bin,
        first_ns + (span_ns::HUGEINT * bin // bin_count)::BIGINT AS start_ns,
        first_ns + (span_ns::HUGEINT * (bin + 1) // bin_count)::BIGINT AS end_ns
    FROM (SELECT *, unnest(range(bin_count)) AS bin FROM span)
),

gpus_at_work AS (
    SELECT DISTINCT lane FROM work
),

_points AS (
    SELECT g.lane, b.start_ns AS at_ns FROM gpus_at_work AS g, bins AS b
    UNION ALL
    SELECT lane, first_ns + span_ns FROM gpus_at_work, span
),

_kernels AS (
    SELECT lane, start_ns, end_ns FROM work WHERE is_kernel
),

_work AS (
    SELECT lane, start_ns, end_ns FROM work
),

busy AS (
    SELECT lane, at_ns, covered_ns, lead(covered_ns) OVER following AS next_ns
    FROM interval_coverage('_work', '_points')
    WINDOW following AS (PARTITION BY lane ORDER BY at_ns ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
),

kernel_busy AS (
    SELECT lane, at_ns, covered_ns, lead(covered_ns) OVER following AS next_ns
    FROM interval_coverage('_kernels', '_points')
    WINDOW following AS (PARTITION BY lane ORDER BY at_ns ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
),

-- a bin ends where the next begins; one of no length has no point of its own
binned AS (
    SELECT
        w.lane AS gpu_id,
        b.bin,
        b.start_ns,
        b.end_ns,
        w.next_ns - w.covered_ns AS busy_ns,
        CASE WHEN r.kernels THEN k.next_ns - k.covered_ns END AS kernel_ns
    FROM busy AS w
    INNER JOIN kernel_busy AS k ON k.lane IS NOT DISTINCT FROM w.lane AND k.at_ns = w.at_ns
    INNER JOIN bins AS b ON b.start_ns = w.at_ns AND b.end_ns > b.start_ns
    CROSS JOIN _recorded AS r
)

SELECT
    gpu_id,
    bin,
    start_ns,
    end_ns,
    busy_ns,
    100.0 * busy_ns / (end_ns - start_ns) AS busy_pct,
    kernel_ns,
    100.0 * kernel_ns / (end_ns - start_ns) AS kernel_pct
FROM binned
ORDER BY gpu_id, bin
