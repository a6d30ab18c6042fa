-- name: _captured
-- summary: The export's tables that the views read, and which of them this export has.
-- description: A table that nsys did not write was not captured, or nothing of its kind happened.
--     That is not the same as a table without rows, and no view makes it a zero.
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: is_captured BOOLEAN -- whether the export has the table, even without rows
-- column: is_device_work BOOLEAN -- whether its rows keep a GPU busy

SELECT
    table_name,
    is_captured,
    table_name IN (
        'CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_MEMCPY',
        'CUPTI_ACTIVITY_KIND_MEMSET', 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE',
        'CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS'
    ) AS is_device_work
FROM (
    VALUES
    {% for table in tables() %}
    ('{{ table.name }}', {{ 'TRUE' if table.present else 'FALSE' }}){{ ',' if not loop.last }}
    {% endfor %}
) AS known (table_name, is_captured)
