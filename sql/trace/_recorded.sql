-- name: _recorded
-- summary: Which kinds of data the export has tables for, in one row.
-- description: With it a report tells NULL, not captured, from 0, captured and none.
-- needs: _captured
-- column: kernels BOOLEAN -- kernels, or CUDA graphs traced as a whole
-- column: copies BOOLEAN -- copies, memsets or decompressions
-- column: device_work BOOLEAN -- either of the two
-- column: api BOOLEAN -- CUDA API calls
-- column: page_faults BOOLEAN -- page faults of managed memory, of the CPU or the GPU

SELECT
    coalesce(
        bool_or(table_name LIKE '%KIND_KERNEL' OR table_name LIKE '%KIND_GRAPH_TRACE'), FALSE
    ) AS kernels,
    coalesce(
        bool_or(
            is_device_work
            AND table_name NOT LIKE '%KIND_KERNEL'
            AND table_name NOT LIKE '%KIND_GRAPH_TRACE'
        ), FALSE
    ) AS copies,
    coalesce(bool_or(is_device_work), FALSE) AS device_work,
    coalesce(bool_or(table_name LIKE '%KIND_RUNTIME'), FALSE) AS api,
    coalesce(bool_or(table_name LIKE 'CUDA_UM_%'), FALSE) AS page_faults
FROM _captured
WHERE is_captured
