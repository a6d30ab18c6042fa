-- name: _gpu_metric_rows
-- summary: Samples of the GPU's hardware counters from the table of metrics.
-- needs: _gpu_metric_names
-- reads: GPU_METRICS timestamp! typeId! metricId! value!
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- time of the sample
-- column: end_ns BIGINT [ns] -- NULL: a sample has no length
-- column: duration_ns BIGINT [ns] -- NULL: a sample has no length
-- column: gpu_id BIGINT -- the physical GPU
-- column: metric_name VARCHAR -- name with its unit, as in SMs Active [Throughput %]; exports of 2021
--     and 2022 name no unit
-- column: unit VARCHAR -- what the name says in brackets at its end, as in Throughput %; NULL for
--     none
-- column: value BIGINT -- the sample, in that unit
-- column: metric_set VARCHAR -- name of the set of metrics that was recorded
-- column: metric_id BIGINT -- number of the metric, not stable across captures; NULL for one from JSON

SELECT
    m.row_id AS event_id,
    m.timestamp AS start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    m.typeId & 255 AS gpu_id,
    coalesce(n.metric_name, '[' || m.metricId || ']') AS metric_name,
    n.unit,
    m."value" AS value,
    n.metric_set,
    m.metricId AS metric_id
FROM {{ source('GPU_METRICS') }} AS m
LEFT JOIN _gpu_metric_names AS n ON n.type_id = m.typeId AND n.metric_id = m.metricId
