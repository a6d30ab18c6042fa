-- name: _export_version
-- summary: The version of the schema that nsys wrote the export in.
-- needs: _export_settings
-- column: schema_version VARCHAR -- as in 3.25.0; NULL where the export does not tell
-- column: is_newer_than_tested BOOLEAN -- whether no export of that version, or a later one, was tried

SELECT
    schema_version,
    list_transform(string_split(schema_version, '.'), part -> try_cast(part AS BIGINT)) > [3, 25, 0]
        AS is_newer_than_tested
FROM _export_settings
