-- name: device_span
-- summary: First start and last end of the device work of the whole capture, whatever the window.
-- command: --from
-- needs: whole.gpu_activity
-- column: start_ns BIGINT [ns] -- first start; NULL where there is no work
-- column: end_ns BIGINT [ns] -- last end; NULL where there is no work

SELECT
    min(start_ns) AS start_ns,
    max(coalesce(end_ns, start_ns)) AS end_ns
FROM whole.gpu_activity
