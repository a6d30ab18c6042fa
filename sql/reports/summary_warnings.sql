-- name: summary_warnings
-- summary: What a reader of the summary must know about the data behind it.
-- needs: _gpu_work, _api_totals, _nvtx_events, _captured, api_class
-- column: rank INTEGER -- order in which to tell
-- column: warning VARCHAR -- one sentence

WITH work AS (
    SELECT
        count(*) FILTER (WHERE is_kernel AND end_ns IS NULL) AS untimed_kernels,
        count(*) FILTER (WHERE NOT is_kernel AND end_ns IS NULL) AS untimed_others,
        count(*) FILTER (WHERE is_kernel) AS kernels
    FROM _gpu_work
),

api AS (
    SELECT
        coalesce(sum(untimed_count), 0)::BIGINT AS untimed_calls,
        coalesce(sum(call_count) FILTER (WHERE api_class(api_name) = 'launch'), 0)::BIGINT
            AS launches,
        coalesce(
            sum(call_count) FILTER (
                WHERE api_class(api_name) = 'launch' AND api_name LIKE '%Graph%'
            ), 0
        )::BIGINT AS graph_launches
    FROM _api_totals
),

nvtx AS (
    SELECT count(*) AS open_ranges
    FROM _nvtx_events
    WHERE is_range AND end_ns IS NULL
),

captured AS (
    SELECT bool_or(is_captured) FILTER (WHERE table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE')
        AS has_graph_trace
    FROM _captured
)

SELECT
    1 AS rank,
    a.launches || ' launch calls but no kernels: kernels were not captured. '
    || 'The GPU figures do not say that the GPU was idle.' AS warning
FROM work AS w, api AS a, captured AS c
WHERE
    w.kernels = 0
    {{ 'AND FALSE' if shape.one_gpu }}
    AND a.launches > CASE WHEN c.has_graph_trace THEN a.graph_launches ELSE 0 END
UNION ALL
SELECT
    2,
    untimed_kernels || ' kernels without usable times (missing, both 0, or end before start): '
    || 'counted, and left out of every time.'
FROM work
WHERE untimed_kernels > 0
UNION ALL
SELECT
    3,
    untimed_others || ' copies, memsets or graphs without usable times: left out of every time.'
FROM work
WHERE untimed_others > 0
UNION ALL
SELECT
    4,
    untimed_calls || ' API calls without usable times: counted, and left out of every time.'
FROM api
WHERE untimed_calls > 0
UNION ALL
SELECT
    5,
    open_ranges || ' NVTX ranges without an end (still open when the capture stopped): left out.'
FROM nvtx
WHERE open_ranges > 0
ORDER BY rank
