-- name: converted_tables
-- summary: The tables and views of a converted trace.
-- column: table_name VARCHAR -- name of the view that the rows were taken from

SELECT table_name FROM duckdb_tables() WHERE database_name = 'converted'
UNION
SELECT view_name FROM duckdb_views() WHERE schema_name = 'converted'
