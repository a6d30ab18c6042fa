-- name: _ruled_out
-- summary: Tables that the export lacks since nothing of them happened: CUDA was traced.
-- description: nsys of every version records copies and memsets with a trace of CUDA, and writes no table
--     without rows.
-- needs: _captured
-- column: table_name VARCHAR -- name as in NVIDIA's documentation

SELECT table_name
FROM _captured
WHERE
    NOT is_captured
    AND table_name IN ('CUPTI_ACTIVITY_KIND_MEMCPY', 'CUPTI_ACTIVITY_KIND_MEMSET')
    AND (
        SELECT bool_or(c.is_captured)
        FROM _captured AS c
        WHERE c.table_name IN ('CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME')
    )
