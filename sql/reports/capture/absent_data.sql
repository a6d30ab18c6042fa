-- name: absent_data
-- summary: Which kinds of data an export lacks, and how to record them.
-- description: Of some tables those of whose kind the export has none, but for what did not happen.
-- command: report
-- needs: _captured, _ruled_out, data_name, how_to_record
-- param: tables VARCHAR = '' -- names of the tables as in NVIDIA's documentation, with commas between
-- column: data_name VARCHAR -- what is missing, as in CUDA kernel
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself

SELECT
    data_name(table_name) AS data_name,
    min(how_to_record(table_name)) AS how_to_record
FROM _captured
WHERE
    list_contains(string_split($tables, ','), table_name)
    AND table_name NOT IN (SELECT r.table_name FROM _ruled_out AS r)
GROUP BY data_name(table_name)
HAVING NOT bool_or(is_captured)
ORDER BY data_name
