-- name: _export_version
-- summary: The version of the schema that nsys wrote the export in.
-- reads: META_DATA_EXPORT name:VARCHAR value:VARCHAR
-- reads: EXPORT_META_DATA name:VARCHAR value:VARCHAR
-- column: schema_version VARCHAR -- as in 3.25.0; NULL where the export does not tell
-- column: is_newer_than_tested BOOLEAN -- whether no export of that version, or a later one, was tried

WITH settings AS (
    SELECT name, value FROM {{ source('META_DATA_EXPORT') }}
    UNION ALL
    SELECT name, value FROM {{ source('EXPORT_META_DATA') }}
),

told AS (
    SELECT max(value) AS schema_version FROM settings WHERE name = 'EXPORT_SCHEMA_VERSION'
)

SELECT
    schema_version,
    list_transform(string_split(schema_version, '.'), part -> try_cast(part AS BIGINT)) > [3, 25, 0]
        AS is_newer_than_tested
FROM told
