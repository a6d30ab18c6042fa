-- name: empty_tables
-- summary: Tables of the export that have no rows.
-- column: table_name VARCHAR -- name as in NVIDIA's documentation

{% for table in tables() if table.present %}
SELECT '{{ table.name }}' AS table_name WHERE NOT EXISTS (FROM raw."{{ table.stored_as }}")
UNION ALL
{% endfor %}
SELECT NULL WHERE FALSE
