-- name: parquet_tables
-- summary: The tables of a folder of Parquet files and their columns, in the form of export_tables.
-- column: table_name VARCHAR -- the file's name without its ending
-- column: column_name VARCHAR -- as written in the file
-- column: declared_type VARCHAR -- DuckDB's type of the column
-- column: row_id VARCHAR -- what identifies a row

SELECT table_name, column_name, data_type AS declared_type, 'file_row_number' AS row_id
FROM duckdb_columns()
WHERE schema_name = 'raw' AND column_name <> 'file_row_number'
