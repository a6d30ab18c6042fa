-- name: _script_version
-- summary: The version of the schema by which nsys stats of that time chose its columns.
-- description: Exports before about 2021.5 do not always tell their version; they have columns that
--     went with it, and count as 1.0.
-- needs: _export_version
-- reads: TARGET_INFO_GPU deviceId
-- reads: OSRT_API correlationId
-- column: schema_version VARCHAR -- as in 3.25.0; NULL where neither tells, as good as the newest

SELECT
    coalesce(
        schema_version,
        CASE
            WHEN
                EXISTS (FROM {{ source('TARGET_INFO_GPU') }} WHERE deviceId IS NOT NULL)
                OR EXISTS (FROM {{ source('OSRT_API') }} WHERE correlationId IS NOT NULL)
                THEN '1.0'
        END
    ) AS schema_version
FROM _export_version
