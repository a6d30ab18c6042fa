-- name: nsys_version
-- summary: The version of the schema by which the columns of nsys stats are chosen.
-- command: report
-- needs: _script_version
-- column: schema_version VARCHAR -- as in 3.25.0; NULL where the export does not tell

SELECT schema_version
FROM _script_version
