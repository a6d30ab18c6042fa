-- name: coverage
-- summary: Every table of the export that the views read: whether it is there, and how to record
--     it.
-- description: nsys writes a table only when it has rows: one that is absent was not recorded, or
--     nothing of its kind happened. Both is not the same as a table without rows.
-- needs: how_to_record
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: is_captured BOOLEAN -- whether the export has the table, even without rows
-- column: row_count BIGINT -- its rows; NULL where the export does not have it
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself

SELECT table_name, is_captured, row_count, how_to_record(table_name) AS how_to_record
FROM (
    {% for table in tables() %}
    {{ 'UNION ALL' if not loop.first }}
    SELECT
        '{{ table.name }}' AS table_name,
        {% if table.present %}
        TRUE AS is_captured,
        (SELECT count(*) FROM raw."{{ table.stored_as }}") AS row_count
        {% else %}
        FALSE AS is_captured,
        NULL::BIGINT AS row_count
        {% endif %}
    {% endfor %}
) AS known
