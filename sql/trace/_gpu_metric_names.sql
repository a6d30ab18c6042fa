-- name: _gpu_metric_names
-- summary: Names of the GPU metrics that were recorded.
-- description: One row per type and metric; of several names the smallest.
-- keep: small, and joined to every sample
-- reads: TARGET_INFO_GPU_METRICS typeId! metricId! metricName:VARCHAR typeName:VARCHAR
-- column: type_id BIGINT -- set of metrics on one GPU
-- column: metric_id BIGINT -- number of the metric in that set
-- column: metric_name VARCHAR -- the metric's name
-- column: unit VARCHAR -- what the name says in brackets at its end; NULL for none
-- column: metric_set VARCHAR -- name of the set

SELECT
    typeId AS type_id,
    metricId AS metric_id,
    min(metricName) AS metric_name,
    nullif(regexp_extract(min(metricName), '\[([^\]]*)\]$', 1), '') AS unit,
    min(typeName) AS metric_set
FROM {{ source('TARGET_INFO_GPU_METRICS') }}
GROUP BY typeId, metricId
