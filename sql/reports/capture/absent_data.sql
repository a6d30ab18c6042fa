-- name: absent_data
-- summary: Which kinds of data an export lacks, why, and what to do.
-- description: Of some tables those of whose kind the export has none, but for what did not happen.
-- command: report
-- needs: _availability, data_name
-- param: tables VARCHAR = '' -- names of the tables as in NVIDIA's documentation, with commas between
-- column: data_name VARCHAR -- what is missing, as in CUDA kernel
-- column: state VARCHAR -- not captured, not exported, not recorded by this version or lost
-- column: reason VARCHAR -- why it is missing
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself
-- column: advice VARCHAR -- what to do to have it; NULL for nothing

SELECT
    data_name(table_name) AS data_name,
    arg_min(state, precedence) AS state,
    arg_min(reason, precedence) AS reason,
    min_by({'value': how_to_record}, precedence)['value'] AS how_to_record,
    min_by({'value': advice}, precedence)['value'] AS advice
FROM _availability
WHERE list_contains(string_split($tables, ','), table_name)
GROUP BY data_name(table_name)
HAVING NOT bool_or(is_captured) AND NOT bool_or(state = 'did not happen')
ORDER BY data_name
