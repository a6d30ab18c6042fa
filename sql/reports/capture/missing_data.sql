-- name: missing_data
-- summary: What an export lacks that has none of some tables, why, and what to do.
-- description: No row where it has one of them.
-- command: report
-- needs: _availability, data_name
-- param: tables VARCHAR = '' -- names of the tables as in NVIDIA's documentation, with commas between
-- column: data_names VARCHAR -- what is missing, as in CUDA kernel or CUDA trace
-- column: state VARCHAR -- not captured, not exported, not recorded by this version, lost or did not happen
-- column: reason VARCHAR -- why it is missing
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself
-- column: advice VARCHAR -- what to do to have it; NULL for nothing

WITH wanted AS (
    SELECT *, data_name(table_name) AS data
    FROM _availability
    WHERE list_contains(string_split($tables, ','), table_name)
),

named AS (
    SELECT data, list_position(string_split($tables, ','), min(table_name)) AS place
    FROM wanted
    GROUP BY data
)

SELECT
    (SELECT string_agg(data, ' or ' ORDER BY place, data) FROM named) AS data_names,
    arg_min(state, precedence) AS state,
    arg_min(reason, precedence) AS reason,
    min_by({'value': how_to_record}, precedence)['value'] AS how_to_record,
    min_by({'value': advice}, precedence)['value'] AS advice
FROM wanted
HAVING count(*) > 0 AND NOT bool_or(is_captured)
