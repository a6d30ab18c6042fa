-- name: capture
-- summary: How the trace was captured and exported: settings as nsys wrote them.
-- description: Names repeat, one row per value. Environment variables of the profiled process may
--     hold secrets, so their values are not shown.
-- reads: META_DATA_CAPTURE name!:VARCHAR value:VARCHAR
-- reads: META_DATA_EXPORT name!:VARCHAR value:VARCHAR
-- reads: EXPORT_META_DATA name!:VARCHAR value:VARCHAR
-- column: origin VARCHAR -- capture or export: which of the two the setting is about
-- column: position BIGINT -- order in which nsys wrote the settings of that origin
-- column: name VARCHAR -- name of the setting
-- column: value VARCHAR -- its value; (redacted) for environment variables

WITH settings AS (
    SELECT 'capture' AS origin, row_id, name, value
    FROM {{ source('META_DATA_CAPTURE') }}
    UNION ALL
    SELECT 'export', row_id, name, value
    FROM {{ source('META_DATA_EXPORT') }}
    UNION ALL
    SELECT 'export', row_id, name, value
    FROM {{ source('EXPORT_META_DATA') }}
)

SELECT
    origin,
    row_number() OVER (PARTITION BY origin ORDER BY row_id) AS position,
    name,
    CASE
        WHEN regexp_matches(name, '(?i)(^|[:_ ])ENV(IRONMENT)?($|[:_ ])') THEN '(redacted)'
        ELSE value
    END AS value
FROM settings
