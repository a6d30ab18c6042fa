-- name: network_congestion
-- title: Network Devices Congestion
-- summary: Intervals in which a network port had data to send and had to wait.
-- description: Intervals of adapters and InfiniBand switches whose counter of send waits is above
--     the threshold. The rate is in ticks per millisecond; what a tick is depends on the device, so
--     compare a device with itself. A counter whose unit is no rate is divided by the length of its
--     interval. As in nsys, a switch is told by its GUID alone.
-- requires: network_metrics
-- needs: network_metrics
-- param: ticks_threshold INTEGER = 10000 -- ticks per millisecond; intervals above it are shown
-- column: start_ns BIGINT [ns] -- begin of the interval
-- column: end_ns BIGINT [ns] -- end of the interval
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: send_wait_rate DOUBLE [ticks/ms] -- ticks of waiting per millisecond
-- column: guid BIGINT -- globally unique id of the device; NULL where unknown
-- column: device_name VARCHAR -- as in mlx5_0; NULL for switches
-- column: port BIGINT -- port of the device
-- nsys: "Start (ns)" start_ns ts
-- nsys: "End (ns)" end_ns ts
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Send wait rate" send_wait_rate ratio
-- nsys: "GUID" guid int
-- nsys: "Name" device_name text
-- example: SELECT device_name, metric_name, max(value) AS most FROM network_metrics GROUP BY ALL
--     ORDER BY ALL

WITH waits AS (
    SELECT
        start_ns,
        end_ns,
        duration_ns,
        CASE
            WHEN contains(unit, '/') THEN value::DOUBLE
            ELSE value * 1e6::DOUBLE / nullif(duration_ns, 0)
        END AS send_wait_rate,
        guid,
        CASE WHEN device_kind = 'nic' THEN device_name END AS device_name,
        port
    FROM network_metrics
    WHERE regexp_matches(metric_name, '(?i)send.?waits?$')
)

SELECT start_ns, end_ns, duration_ns, send_wait_rate, guid, device_name, port
FROM waits
WHERE send_wait_rate > $ticks_threshold
ORDER BY start_ns, guid, port, end_ns, send_wait_rate
