-- name: detail_capture
-- summary: The capture, and the part of it that the figures are of.
-- command: summarize
-- needs: session
-- column: nsys_version VARCHAR -- version of the nsys that exported; the capture may be older
-- column: export_schema_version VARCHAR -- version of the export's schema, as in 3.25.0
-- column: start_utc VARCHAR -- begin of the session, date and time in UTC
-- column: start_utc_ns BIGINT [ns] -- the same since 1970; what 0 on the session's timeline stands for
-- column: duration_ns BIGINT [ns] -- length of the session
-- column: hostname VARCHAR -- name of the machine
-- column: driver_version VARCHAR -- version of the NVIDIA driver
-- column: cuda_version VARCHAR -- CUDA version of that driver
-- column: graph_tracing VARCHAR -- how CUDA graphs were traced: graph (as a whole), node, none captured
-- column: window_from_ns BIGINT [ns] -- begin of the window that was asked for; NULL for none
-- column: window_to_ns BIGINT [ns] -- end of that window; NULL for none
-- column: only_gpu_id BIGINT -- the only GPU whose work was asked for; NULL for all

SELECT
    nsys_version,
    schema_version AS export_schema_version,
    start_utc,
    start_utc_ns,
    duration_ns,
    hostname,
    driver_version,
    cuda_version,
    graph_tracing,
    -- an end that was left open is as far away as a time can be
    nullif(getvariable('window_from_ns')::BIGINT, -4611686018427387904) AS window_from_ns,
    nullif(getvariable('window_to_ns')::BIGINT, 4611686018427387904) AS window_to_ns,
    getvariable('gpu_id')::BIGINT AS only_gpu_id
FROM session
