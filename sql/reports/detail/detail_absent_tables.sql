-- name: detail_absent_tables
-- summary: Tables that figures of the summary stand on and that the export does not have.
-- command: summarize
-- needs: _availability, data_name
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: data_name VARCHAR -- what would be in it, as in CUDA kernel
-- column: reason VARCHAR -- why it is absent
-- column: how_to_capture VARCHAR -- what to do to have it; NULL for nothing

SELECT
    table_name,
    data_name(table_name) AS data_name,
    reason,
    CASE WHEN state = 'not captured' THEN 'nsys profile ' || how_to_record ELSE advice END AS how_to_capture
FROM _availability
WHERE
    NOT is_captured
    AND (
        is_device_work
        OR table_name IN (
            'CUPTI_ACTIVITY_KIND_RUNTIME', 'CUPTI_ACTIVITY_KIND_SYNCHRONIZATION', 'NVTX_EVENTS',
            'PROCESSES', 'TARGET_INFO_GPU', 'TARGET_INFO_SYSTEM_ENV',
            'TARGET_INFO_SESSION_START_TIME', 'DIAGNOSTIC_EVENT', 'ANALYSIS_DETAILS'
        )
    )
ORDER BY table_name
