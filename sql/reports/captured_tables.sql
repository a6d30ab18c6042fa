-- name: captured_tables
-- summary: Of some tables those that the export has, without asking why it lacks the others.
-- command: report
-- needs: _captured
-- param: tables VARCHAR = '' -- names of the tables as in NVIDIA's documentation, with commas between
-- column: table_name VARCHAR -- name as in NVIDIA's documentation

SELECT table_name
FROM _captured
WHERE is_captured AND list_contains(string_split($tables, ','), table_name)
ORDER BY table_name
