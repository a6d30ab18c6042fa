-- name: _unread_tables
-- summary: Tables with rows in the export that none of the views reads.
-- description: A newer nsys, or another tool, wrote them; raw.<TABLE> reaches them. Tables without row
--     ids, which nsys does not write, are left out.
-- column: table_name VARCHAR -- as written in the file
-- column: row_count BIGINT -- its rows

{% for table in unread() if table.row_id %}
SELECT '{{ table.name | replace("'", "''") }}' AS table_name, count(*) AS row_count
FROM raw."{{ table.stored_as | replace('"', '""') }}"
HAVING count(*) > 0
UNION ALL
{% endfor %}
SELECT NULL::VARCHAR AS table_name, NULL::BIGINT AS row_count
WHERE FALSE
