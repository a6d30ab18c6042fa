-- name: session
-- summary: The capture as a whole, in one row.
-- description: graph_tracing is what the capture was set to; where the export does not say, what
--     its tables show.
-- needs: capture, _api_calls, strings
-- reads: TARGET_INFO_SESSION_START_TIME utcEpochNs utcTime:VARCHAR
-- reads: TARGET_INFO_SYSTEM_ENV name:VARCHAR value:VARCHAR
-- reads: ANALYSIS_DETAILS duration
-- reads: CUPTI_ACTIVITY_KIND_GRAPH_TRACE start
-- reads: CUPTI_ACTIVITY_KIND_KERNEL graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY graphNodeId
-- reads: CUPTI_ACTIVITY_KIND_MEMSET graphNodeId
-- column: start_utc_ns BIGINT [ns] -- start of the session since 1970, what time 0 stands for; NULL if unknown
-- column: start_utc VARCHAR -- the same as a date and time, UTC
-- column: duration_ns BIGINT [ns] -- length of the session; NULL where unknown
-- column: nsys_version VARCHAR -- version of the nsys that exported; the capture may be older
-- column: schema_version VARCHAR -- version of the export's schema
-- column: graph_tracing VARCHAR -- graph, node, none captured; NULL where the export does not tell
-- column: hostname VARCHAR -- name of the machine; NULL where unknown
-- column: driver_version VARCHAR -- version of the NVIDIA driver; NULL where unknown
-- column: cuda_version VARCHAR -- CUDA version of that driver, as in 13.2; NULL where unknown

WITH settings AS (
    SELECT
        min(value) FILTER (WHERE origin = 'export' AND name = 'EXPORT_PRODUCT_VERSION')
            AS nsys_version,
        min(value) FILTER (WHERE origin = 'export' AND name = 'EXPORT_SCHEMA_VERSION')
            AS schema_version,
        min(lower(value)) FILTER (
            WHERE regexp_matches(name, '(^|:)CUDA_GRAPH_TRACE_OPTIONS:MODE$') AND value <> ''
        ) AS graph_mode
    FROM capture
),

start_time AS (
    SELECT
        coalesce(min(utcEpochNs), {{ assumed_start if assumed_start is not none else 'NULL' }}::BIGINT) AS start_utc_ns,
        min(utcTime) AS utc_text
    FROM {{ source('TARGET_INFO_SESSION_START_TIME') }}
),

began AS (
    SELECT
        start_utc_ns,
        strftime(make_timestamp(start_utc_ns // 1000), '%Y-%m-%dT%H:%M:%S')
        || '.' || lpad((start_utc_ns % 1000000000)::VARCHAR, 9, '0') || 'Z' AS epoch_text,
        utc_text
    FROM start_time
),

machine AS (
    SELECT
        min(value) FILTER (WHERE lower(name) = 'hostname') AS hostname,
        min(value) FILTER (WHERE name = 'NvDriverVersion') AS driver_version,
        min(value) FILTER (WHERE name = 'CudaDriverVersion') AS cuda_version,
        -- the driver's number: 1000 times the first part and 10 times the second
        try_cast(cuda_version AS BIGINT) AS cuda_number
    FROM {{ source('TARGET_INFO_SYSTEM_ENV') }}
),

span AS (
    SELECT max(duration) AS duration_ns FROM {{ source('ANALYSIS_DETAILS') }}
),

seen AS (
    SELECT
        EXISTS (FROM {{ source('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') }}) AS has_graphs,
        EXISTS (FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }} WHERE graphNodeId <> 0)
        OR EXISTS (FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }} WHERE graphNodeId <> 0)
        OR EXISTS (FROM {{ source('CUPTI_ACTIVITY_KIND_MEMSET') }} WHERE graphNodeId <> 0)
            AS has_nodes
)

SELECT
    b.start_utc_ns,
    coalesce(b.epoch_text, b.utc_text) AS start_utc,
    p.duration_ns,
    s.nsys_version,
    s.schema_version,
    CASE
        WHEN s.graph_mode IS NOT NULL THEN s.graph_mode
        WHEN e.has_graphs THEN 'graph'
        WHEN e.has_nodes THEN 'node'
        {% if has('CUPTI_ACTIVITY_KIND_KERNEL') %}
        WHEN
            NOT EXISTS (
                FROM _api_calls AS a
                INNER JOIN strings AS n ON n.string_id = a.api_name_id
                WHERE regexp_matches(n.text, '^cu(da)?GraphLaunch')
            )
            THEN 'none captured'
        {% endif %}
    END AS graph_tracing,
    m.hostname,
    m.driver_version,
    CASE
        WHEN m.cuda_number >= 1000 THEN (m.cuda_number // 1000) || '.' || (m.cuda_number % 1000 // 10)
        ELSE m.cuda_version
    END AS cuda_version
FROM began AS b, settings AS s, machine AS m, span AS p, seen AS e
