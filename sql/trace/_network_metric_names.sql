-- name: _network_metric_names
-- summary: Names and units of the network metrics that were recorded.
-- description: Of several names the smallest.
-- keep: small, and joined to every sample
-- reads: TARGET_INFO_NETWORK_METRICS metricsListId! metricsIdx! name:VARCHAR unit:VARCHAR
--     description:VARCHAR
-- column: list_id BIGINT -- list of metrics
-- column: metric_id BIGINT -- place of the metric in that list
-- column: metric_name VARCHAR -- the metric's name
-- column: unit VARCHAR -- its unit
-- column: description VARCHAR -- what it measures

SELECT
    metricsListId AS list_id,
    metricsIdx AS metric_id,
    min(name) AS metric_name,
    nullif(min(unit), '') AS unit,
    nullif(min(description), '') AS description
FROM {{ source('TARGET_INFO_NETWORK_METRICS') }}
GROUP BY metricsListId, metricsIdx
