-- name: network_metrics
-- summary: Counters of network adapters and InfiniBand switches, one row per metric and interval.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, _network_devices, _network_metric_names
-- reads: NET_NIC_METRIC start! end! globalId! portId metricsListId! metricsIdx! value!
-- reads: NET_IB_SWITCH_METRIC start! end! globalId! portId metricsListId! metricsIdx! value!
-- column: event_id BIGINT -- the row's id in the table of its kind of device
-- column: start_ns BIGINT [ns] -- begin of the interval that was counted
-- column: end_ns BIGINT [ns] -- end of that interval; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: device_kind VARCHAR -- nic or ib_switch
-- column: device_name VARCHAR -- as in mlx5_0, else the device's id in brackets
-- column: port BIGINT -- port of the device
-- column: metric_name VARCHAR -- the metric's name, else its number in brackets
-- column: unit VARCHAR -- unit of the value; NULL where unknown
-- column: value BIGINT -- what was counted in the interval
-- column: description VARCHAR -- what the metric measures; NULL where unknown
-- column: guid BIGINT -- globally unique id of the device; NULL where unknown
-- column: network_device_id BIGINT -- id of the device in the export

WITH samples AS (
    SELECT 'nic' AS device_kind, *
    FROM {{ source('NET_NIC_METRIC') }}
    UNION ALL BY NAME
    SELECT 'ib_switch' AS device_kind, *
    FROM {{ source('NET_IB_SWITCH_METRIC') }}
)

SELECT
    m.row_id AS event_id,
    interval_start(m."start", m."end") AS start_ns,
    interval_end(m."start", m."end") AS end_ns,
    interval_duration(m."start", m."end") AS duration_ns,
    m.device_kind,
    coalesce(d.device_name, '[' || m.globalId || ']') AS device_name,
    m.portId AS port,
    coalesce(n.metric_name, '[' || m.metricsIdx || ']') AS metric_name,
    n.unit,
    m."value" AS value,
    n.description,
    coalesce(d.guid, CASE m.device_kind WHEN 'ib_switch' THEN m.globalId END) AS guid,
    m.globalId AS network_device_id
FROM samples AS m
LEFT JOIN _network_devices AS d
    ON d.device_kind = m.device_kind AND d.network_device_id = m.globalId
LEFT JOIN _network_metric_names AS n
    ON n.list_id = m.metricsListId AND n.metric_id = m.metricsIdx
