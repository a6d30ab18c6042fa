-- name: missing_data
-- summary: What an export lacks that has none of some tables, and how to record it.
-- description: No row where it has one of them.
-- command: report
-- needs: _captured, _ruled_out, data_name, how_to_record
-- param: tables VARCHAR = '' -- names of the tables as in NVIDIA's documentation, with commas between
-- column: data_names VARCHAR -- what is missing, as in CUDA kernel or CUDA trace
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself, and for what was recorded
-- column: is_ruled_out BOOLEAN -- it was recorded, and nothing happened

WITH wanted AS (
    SELECT table_name, is_captured, table_name IN (SELECT r.table_name FROM _ruled_out AS r) AS is_ruled_out
    FROM _captured
    WHERE list_contains(string_split($tables, ','), table_name)
),

named AS (
    SELECT
        data_name(table_name) AS data,
        min(how_to_record(table_name)) AS options,
        list_position(string_split($tables, ','), min(table_name)) AS place
    FROM wanted
    GROUP BY ALL
)

SELECT
    string_agg(data, ' or ' ORDER BY place, data) AS data_names,
    CASE WHEN NOT any_value(r.is_ruled_out) THEN arg_min(options, (place, data)) END AS how_to_record,
    any_value(r.is_ruled_out) AS is_ruled_out
FROM named
CROSS JOIN (SELECT bool_and(is_ruled_out) AS is_ruled_out FROM wanted) AS r
HAVING count(*) > 0 AND NOT (SELECT bool_or(is_captured) FROM wanted)
