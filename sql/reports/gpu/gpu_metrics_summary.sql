-- name: gpu_metrics_summary
-- title: GPU Metrics
-- summary: The samples of each hardware metric of each GPU.
-- description: Over all samples of the capture, also those from before and after the GPU's work.
--     Metrics named with a % are of what the hardware can do at most.
-- requires: gpu_metrics
-- needs: gpu_metrics
-- param: pattern VARCHAR = '' -- keep metrics in whose names this regular expression is found
-- column: gpu_id BIGINT -- the physical GPU
-- column: metric_name VARCHAR -- name with its unit, as in SMs Active [Throughput %]
-- column: sample_count BIGINT -- samples
-- column: avg_value DOUBLE -- average, in the metric's unit
-- column: min_value BIGINT -- least
-- column: p50_value DOUBLE -- median
-- column: p95_value DOUBLE -- 95th percentile
-- column: max_value BIGINT -- most
-- example: SELECT metric_name, count(*) FROM gpu_metrics GROUP BY metric_name ORDER BY metric_name

SELECT
    gpu_id,
    metric_name,
    count(*) AS sample_count,
    avg(value) AS avg_value,
    min(value) AS min_value,
    median(value)::DOUBLE AS p50_value,
    quantile_cont(value, 0.95)::DOUBLE AS p95_value,
    max(value) AS max_value
FROM gpu_metrics
WHERE regexp_matches(metric_name, $pattern::VARCHAR)
GROUP BY gpu_id, metric_name
ORDER BY gpu_id, metric_name
