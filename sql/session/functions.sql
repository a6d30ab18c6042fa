-- name: functions
-- summary: What the engine knows of functions by their names.
-- param: names VARCHAR -- a list of names
-- column: function_name VARCHAR -- the name
-- column: function_type VARCHAR -- aggregate, macro, pragma, scalar, table or table_macro
-- column: is_volatile BOOLEAN -- the engine takes it for one that changes or reads more than its values

SELECT function_name, function_type, coalesce(stability, '') = 'VOLATILE' AS is_volatile
FROM duckdb_functions()
WHERE list_contains($names, function_name)
