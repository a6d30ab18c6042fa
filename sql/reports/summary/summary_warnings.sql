-- name: summary_warnings
-- summary: What a reader of the summary must know about the data behind it.
-- command: summarize
-- needs: _counted, _gpu_work, _api_totals, _nvtx_events, api_class, gpu_graphs
-- needs: _export_version
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

graphs AS (
    SELECT count(*) AS whole_graphs FROM gpu_graphs
),

found AS (
    SELECT
        1 AS rank,
        a.launches AS n,
        'launch call' AS what,
        'but no kernels: kernels were not captured, and the GPU figures do not say that the GPU was idle'
            AS meaning
    FROM work AS w, api AS a, graphs AS g
    WHERE
        w.kernels = 0
        {{ 'AND FALSE' if shape.one_gpu }}
        AND a.launches > CASE WHEN g.whole_graphs > 0 THEN a.graph_launches ELSE 0 END
    UNION ALL
    SELECT
        2,
        whole_graphs,
        'CUDA graph launch',
        'traced as a whole: busy time, but no kernels of theirs; --cuda-graph-trace=node records them'
    FROM graphs
    UNION ALL
    SELECT
        3,
        untimed_kernels,
        'kernel',
        'without usable times (missing, both 0, or end before start): counted, and left out of every time'
    FROM work
    UNION ALL
    SELECT
        4,
        untimed_others,
        'memory or graph operation',
        'without usable times: left out of every time'
    FROM work
    UNION ALL
    SELECT
        5,
        untimed_calls,
        'API call',
        'without usable times: counted, and left out of every time'
    FROM api
    UNION ALL
    SELECT
        6,
        open_ranges,
        'NVTX range',
        'without an end (still open when the capture stopped): left out'
    FROM nvtx
)

SELECT
    rank,
    _counted(n, what) || ' ' || meaning AS warning
FROM found
WHERE n > 0
UNION ALL
SELECT
    7,
    'the export schema ' || schema_version || ' is newer than any that was tried: compare with nsys stats'
FROM _export_version
WHERE is_newer_than_tested
ORDER BY rank
