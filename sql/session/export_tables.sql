-- name: export_tables
-- summary: The attached SQLite file's tables and their columns, as SQLite itself declares them.
-- description: Views and virtual tables stay out: other tools add them, and one whose base is gone
--     would end the whole look-up.
-- column: table_name VARCHAR -- as written in the file
-- column: column_name VARCHAR -- as written in the file
-- column: declared_type VARCHAR -- the type that the column was declared with, possibly empty
-- column: row_id VARCHAR -- what identifies a row; NULL for tables without row ids

SELECT
    table_name,
    column_name,
    declared_type,
    CASE WHEN NOT regexp_matches(create_sql, '(?i)\)[^)]*WITHOUT\s+ROWID') THEN 'rowid' END AS row_id
FROM sqlite_query(
    'raw',
    'SELECT m.name AS table_name, c.name AS column_name, c.type AS declared_type,
         m.sql AS create_sql
     FROM sqlite_master AS m, pragma_table_info(m.name) AS c
     WHERE m.type = ''table'' AND m.sql NOT LIKE ''CREATE VIRTUAL %'''
)
