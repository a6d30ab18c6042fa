-- name: _export_settings
-- summary: What the export says of itself, in one row.
-- description: Exports before 2022 say nothing; those of 2022 have other names for some settings.
-- reads: META_DATA_EXPORT name:VARCHAR value:VARCHAR
-- reads: EXPORT_META_DATA name:VARCHAR value:VARCHAR
-- reads: TARGET_INFO_SESSION_START_TIME utcEpochNs
-- column: schema_version VARCHAR -- as in 3.25.0; NULL if the export does not say
-- column: says_nothing BOOLEAN -- the export has no settings at all
-- column: is_lazy BOOLEAN -- tables without rows were left out; NULL if the export does not say
-- column: asked_tables VARCHAR -- value of --tables; NULL for all tables
-- column: asked_times VARCHAR -- value of --times; NULL for all times
-- column: is_normalized BOOLEAN -- times were written as nanoseconds since 1970 (--ts-normalize)
-- column: shift_ns BIGINT [ns] -- what was added to every time (--ts-shift)
-- column: start_utc_ns BIGINT [ns] -- start of the session since 1970; NULL if unknown

WITH settings AS (
    SELECT name, value FROM {{ source('META_DATA_EXPORT') }}
    UNION ALL
    SELECT name, value FROM {{ source('EXPORT_META_DATA') }}
)

SELECT
    max(value) FILTER (WHERE name = 'EXPORT_SCHEMA_VERSION') AS schema_version,
    count(*) = 0 AS says_nothing,
    max(lower(value)) FILTER (WHERE regexp_matches(name, '^EXPORT_(PARAM_)?LAZY$')) = 'true' AS is_lazy,
    nullif(trim(max(value) FILTER (WHERE name = 'EXPORT_PARAM_TABLES_TO_EXPORT')), '') AS asked_tables,
    nullif(trim(max(value) FILTER (WHERE name = 'EXPORT_PARAM_TIMES_TO_EXPORT')), '') AS asked_times,
    coalesce(
        max(lower(value)) FILTER (WHERE regexp_matches(name, '^EXPORT_(PARAM_)?TIME_NORMALIZE$')) = 'true', FALSE
    ) AS is_normalized,
    -- the command line's shift takes the place of that of nsys's configuration
    coalesce(
        nullif(max(try_cast(value AS BIGINT)) FILTER (WHERE regexp_matches(name, '^EXPORT_(PARAM_)?TIME_SHIFT$')), 0),
        max(try_cast(value AS BIGINT)) FILTER (WHERE name = 'EXPORT_CONFIG_TIME_SHIFT'),
        0
    ) AS shift_ns,
    (SELECT min(utcEpochNs) FROM {{ source('TARGET_INFO_SESSION_START_TIME') }}) AS start_utc_ns
FROM settings
