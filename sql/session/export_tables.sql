-- name: export_tables
-- summary: The attached SQLite file's tables and their columns, as SQLite itself declares them.
-- description: Views and virtual tables stay out: other tools add them, and one whose base is gone
--     would end the whole look-up. Names that are not UTF-8 have their bytes escaped; nothing can read
--     such a table or column by its name.
-- column: table_name VARCHAR -- as written in the file
-- column: column_name VARCHAR -- as written in the file
-- column: declared_type VARCHAR -- the type that the column was declared with, possibly empty
-- column: row_id VARCHAR -- what identifies a row; _rowid_ where a column is called rowid; NULL for tables without row ids

SELECT
    coalesce(try(decode(unhex(table_name))), unhex(table_name)::VARCHAR) AS table_name,
    coalesce(try(decode(unhex(column_name))), unhex(column_name)::VARCHAR) AS column_name,
    coalesce(try(decode(unhex(declared_type))), unhex(declared_type)::VARCHAR) AS declared_type,
    CASE
        WHEN
            try(decode(unhex(table_name))) IS NOT NULL
            AND NOT regexp_matches(unhex(create_sql)::VARCHAR, '(?i)\)[^)]*WITHOUT\s+ROWID')
            -- a column may have taken the name
            THEN CASE
                WHEN bool_or(lower(unhex(column_name)::VARCHAR) = 'rowid') OVER (PARTITION BY table_name) THEN '_rowid_'
                ELSE 'rowid'
            END
    END AS row_id
FROM sqlite_query(
    'raw',
    'SELECT hex(m.name) AS table_name, hex(c.name) AS column_name, hex(c.type) AS declared_type,
         hex(m.sql) AS create_sql
     FROM sqlite_master AS m, pragma_table_info(m.name) AS c
     WHERE m.type = ''table'' AND m.sql NOT LIKE ''CREATE VIRTUAL %'''
)
