-- name: detail_quality
-- summary: What takes something away from the figures.
-- command: summarize
-- needs: _gpu_work, _api_totals, _nvtx_events, gpu_graphs, _recorded, _captured, _export_version
-- column: untimed_kernel_count BIGINT -- kernels without usable times: counted, and in no time; NULL: not captured
-- column: untimed_operation_count BIGINT -- other device work without usable times; NULL: not captured
-- column: untimed_call_count BIGINT -- CUDA API calls without usable times; NULL: not captured
-- column: open_range_count BIGINT -- NVTX ranges still open when the capture stopped: in no sum; NULL: not captured
-- column: whole_graph_count BIGINT -- CUDA graph launches whose kernels are not visible; NULL: not captured
-- column: is_newer_than_tested BOOLEAN -- whether the export's schema is newer than any that was tried; NULL: no version

WITH work AS (
    SELECT
        count(*) FILTER (WHERE is_kernel AND end_ns IS NULL) AS untimed_kernel_count,
        count(*) FILTER (WHERE NOT is_kernel AND end_ns IS NULL) AS untimed_operation_count
    FROM _gpu_work
),

calls AS (
    SELECT coalesce(sum(untimed_count), 0)::BIGINT AS untimed_call_count FROM _api_totals
),

ranges AS (
    SELECT count(*) AS open_range_count FROM _nvtx_events WHERE is_range AND end_ns IS NULL
),

graphs AS (
    SELECT count(*) AS whole_graph_count FROM gpu_graphs
),

captured AS (
    SELECT
        bool_or(is_captured AND table_name = 'CUPTI_ACTIVITY_KIND_KERNEL') AS has_kernels,
        bool_or(is_captured AND table_name = 'NVTX_EVENTS') AS has_nvtx
    FROM _captured
)

SELECT
    CASE WHEN c.has_kernels THEN w.untimed_kernel_count END AS untimed_kernel_count,
    CASE WHEN r.device_work THEN w.untimed_operation_count END AS untimed_operation_count,
    CASE WHEN r.api THEN a.untimed_call_count END AS untimed_call_count,
    CASE WHEN c.has_nvtx THEN n.open_range_count END AS open_range_count,
    CASE WHEN r.kernels THEN g.whole_graph_count END AS whole_graph_count,
    v.is_newer_than_tested
FROM work AS w, calls AS a, ranges AS n, graphs AS g, captured AS c, _recorded AS r, _export_version AS v
