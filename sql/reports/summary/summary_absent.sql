-- name: summary_absent
-- summary: Which of the three main tables the export lacks.
-- command: summarize
-- needs: _captured
-- column: table_name VARCHAR -- the table that nsys did not write

SELECT table_name
FROM _captured
WHERE
    NOT is_captured
    AND table_name IN (
        'CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME', 'NVTX_EVENTS'
    )
ORDER BY table_name
