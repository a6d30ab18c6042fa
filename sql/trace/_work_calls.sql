-- name: _work_calls
-- summary: CUDA API calls that say that device work happened, of those kinds whose table the export lacks.
-- description: Calls that failed are left out. A runtime call and the driver call inside it are one. Counts of
--     kinds whose table has rows are 0: nothing follows from them.
-- keep: a scan of the calls that coverage and every report of what is missing would repeat
-- needs: strings, thread_of
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME nameId globalTid correlationId returnValue
-- reads: CUPTI_ACTIVITY_KIND_KERNEL graphNodeId
-- column: launch_count BIGINT -- calls that launch kernels
-- column: graph_launch_count BIGINT -- calls that launch CUDA graphs
-- column: copy_count BIGINT -- calls that copy memory
-- column: memset_count BIGINT -- calls that set memory
-- column: has_nodes BOOLEAN -- kernels of CUDA graphs are in the export one by one

WITH kinds AS (
    SELECT
        string_id,
        CASE
            WHEN text LIKE '%HostFunc%' THEN NULL
            {% if not has('CUPTI_ACTIVITY_KIND_KERNEL') %}
            WHEN regexp_matches(text, '^cu(da)?Launch') THEN 'launch'
            {% endif %}
            {% if not has('CUPTI_ACTIVITY_KIND_GRAPH_TRACE') %}
            WHEN regexp_matches(text, '^cu(da)?GraphLaunch') THEN 'graph'
            {% endif %}
            {% if not has('CUPTI_ACTIVITY_KIND_MEMCPY') %}
            WHEN regexp_matches(text, '^cu(da)?Memcpy') THEN 'copy'
            {% endif %}
            {% if not has('CUPTI_ACTIVITY_KIND_MEMSET') %}
            WHEN regexp_matches(text, '^cu(da)?Memset') THEN 'memset'
            {% endif %}
        END AS kind
    FROM strings
),

calls AS (
    SELECT DISTINCT
        k.kind,
        r.globalTid - thread_of(r.globalTid) AS global_pid,
        coalesce(nullif(r.correlationId, 0), -1 - r.row_id) AS call_id
    FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }} AS r
    INNER JOIN kinds AS k ON k.string_id = r.nameId AND k.kind IS NOT NULL
    WHERE coalesce(r.returnValue, 0) = 0
)

SELECT
    count(*) FILTER (WHERE kind = 'launch') AS launch_count,
    count(*) FILTER (WHERE kind = 'graph') AS graph_launch_count,
    count(*) FILTER (WHERE kind = 'copy') AS copy_count,
    count(*) FILTER (WHERE kind = 'memset') AS memset_count,
    coalesce(
        (SELECT bool_or(k.graphNodeId <> 0) FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }} AS k), FALSE
    ) AS has_nodes
FROM calls
