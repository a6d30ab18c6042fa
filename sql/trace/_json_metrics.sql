-- name: _json_metrics
-- summary: Samples of the GPU's hardware counters from the generic events of 2021 and 2022.
-- description: An event of a source of GPU metrics is a JSON object of all that was sampled at once. What
--     is no object, or no number, is left out.
-- reads: GENERIC_EVENTS rawTimestamp! timestamp typeId! data:VARCHAR
-- reads: GENERIC_EVENT_TYPES typeId! sourceId! data:VARCHAR
-- reads: GENERIC_EVENT_SOURCES sourceId! data:VARCHAR
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

WITH types AS (
    SELECT t.typeId, min(json_extract_string(try_cast(t.data AS JSON), '$.Name')) AS metric_set
    FROM {{ source('GENERIC_EVENT_TYPES') }} AS t
    INNER JOIN {{ source('GENERIC_EVENT_SOURCES') }} AS s ON s.sourceId = t.sourceId
    WHERE json_extract_string(try_cast(s.data AS JSON), '$.Name') ILIKE 'gpu%metrics%'
    GROUP BY t.typeId
),

samples AS (
    SELECT
        e.row_id,
        coalesce(e.timestamp, e.rawTimestamp) AS start_ns,
        e.typeId,
        t.metric_set,
        unnest(map_entries(try_cast(try_cast(e.data AS JSON) AS MAP(VARCHAR, VARCHAR)))) AS metric
    FROM {{ source('GENERIC_EVENTS') }} AS e
    INNER JOIN types AS t ON t.typeId = e.typeId
)

SELECT
    row_id AS event_id,
    start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    typeId & 255 AS gpu_id,
    metric.key AS metric_name,
    nullif(regexp_extract(metric.key, '\[([^\]]*)\]$', 1), '') AS unit,
    try_cast(try_cast(metric.value AS DOUBLE) AS BIGINT) AS value,
    metric_set,
    NULL::BIGINT AS metric_id
FROM samples
WHERE try_cast(try_cast(metric.value AS DOUBLE) AS BIGINT) IS NOT NULL
