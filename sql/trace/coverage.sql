-- name: coverage
-- summary: Every table of the export that the views read: whether it is there, why not, and how to record
--     it.
-- description: nsys writes a table only when it has rows; exports with every table (--lazy=false) are read as if
--     the empty ones were not there. state says which of five different things it is: 'not captured' (it
--     was not asked for, or the export does not say so), 'not exported' (nsys export was asked for other tables or
--     times), 'not recorded by this version' of nsys, 'lost' (API calls say that it happened), 'did not happen' (it was
--     traced). Else it is 'captured', be it without rows.
-- needs: _availability
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: is_captured BOOLEAN -- whether the export has the table, even without rows
-- column: row_count BIGINT -- its rows; NULL where the export does not have it
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself
-- column: state VARCHAR -- captured, not captured, not exported, not recorded by this version, lost or did not happen
-- column: reason VARCHAR -- why the table is not there; NULL if it is
-- column: advice VARCHAR -- what to do to have it; NULL for nothing

SELECT a.table_name, a.is_captured, k.row_count, a.how_to_record, a.state, a.reason, a.advice
FROM _availability AS a
LEFT JOIN (
    {% for table in tables() if table.present %}
    SELECT '{{ table.name }}' AS table_name, (SELECT count(*) FROM raw."{{ table.stored_as }}") AS row_count
    UNION ALL
    {% endfor %}
    SELECT NULL, NULL WHERE FALSE
) AS k ON k.table_name = a.table_name
