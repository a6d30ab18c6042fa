-- name: gpu_metrics
-- summary: Samples of the GPU's hardware counters, one row per metric and time.
-- description: Metrics are chosen by name: their numbers change from capture to capture. A
--     percentage is of what the hardware can do at most. Exports of 2021 and 2022 have them as JSON
--     among the generic events: those are read where the table of metrics is absent.
-- window: clip
-- needs: _gpu_metric_rows, _json_metrics
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
    event_id, start_ns, end_ns, duration_ns, gpu_id, metric_name, unit, value, metric_set, metric_id
FROM {{ '_gpu_metric_rows' if has('GPU_METRICS') else '_json_metrics' }}
