-- name: detail_absent_tables
-- summary: Tables that figures of the summary stand on and that the export does not have.
-- command: summarize
-- needs: _captured, data_name, how_to_record
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: data_name VARCHAR -- what would be in it, as in CUDA kernel
-- column: reason VARCHAR -- why it may be absent
-- column: how_to_capture VARCHAR -- command that records it; NULL for what nsys writes by itself

SELECT
    table_name,
    data_name(table_name) AS data_name,
    CASE
        WHEN how_to_record(table_name) IS NULL THEN 'nsys did not write it'
        ELSE 'not recorded, or nothing of its kind happened'
    END AS reason,
    'nsys profile ' || how_to_record(table_name) AS how_to_capture
FROM _captured
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
