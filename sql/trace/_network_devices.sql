-- name: _network_devices
-- summary: Names of the network adapters and switches that metrics were recorded of.
-- description: Of several names the smallest.
-- keep: small, and joined to every sample
-- reads: NIC_ID_MAP nicId! globalId!
-- reads: TARGET_INFO_NIC_INFO nicId! name:VARCHAR GUID
-- reads: NET_IB_DEVICE_INFO guid name:VARCHAR
-- column: device_kind VARCHAR -- nic or ib_switch
-- column: network_device_id BIGINT -- id of the device in the metrics
-- column: device_name VARCHAR -- as in mlx5_0; NULL where unknown
-- column: guid BIGINT -- globally unique id of the device; NULL where unknown

SELECT
    'nic' AS device_kind,
    m.globalId AS network_device_id,
    min(i.name) AS device_name,
    min(i.GUID) AS guid
FROM {{ source('NIC_ID_MAP') }} AS m
LEFT JOIN {{ source('TARGET_INFO_NIC_INFO') }} AS i ON i.nicId = m.nicId
GROUP BY m.globalId
UNION ALL
SELECT 'ib_switch', guid, min(name), guid
FROM {{ source('NET_IB_DEVICE_INFO') }}
WHERE guid IS NOT NULL
GROUP BY guid
