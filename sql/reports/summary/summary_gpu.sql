-- name: summary_gpu
-- summary: Span, busy and idle time of all GPUs taken together, and how many kernels ran.
-- command: summarize
-- description: Busy is the length of the union of device work; idle is the rest of the span. Rows
--     without usable times count as kernels and take no part in times. NULL is "not captured": the
--     times where the export has no table of device work, the counts where it has no kernel table.
-- needs: _gpu_work, _gpu_busy_before, _captured
-- column: span_ns BIGINT [ns] -- last end minus first start of device work
-- column: busy_ns BIGINT [ns] -- length of the union of device work
-- column: idle_ns BIGINT [ns] -- span minus busy
-- column: kernel_count BIGINT -- rows of the kernel table
-- column: graph_node_kernel_count BIGINT -- those that are nodes of a CUDA graph
-- column: busy_per_kernel_ns BIGINT [ns] -- busy_ns by kernel_count; NULL for no kernels
-- column: span_per_kernel_ns BIGINT [ns] -- span_ns by kernel_count; NULL for no kernels
-- column: busy_pct DOUBLE [% of the span] -- busy_ns; NULL for a span of 0

WITH captured AS (
    SELECT
        bool_or(table_name = 'CUPTI_ACTIVITY_KIND_KERNEL') AS has_kernels,
        bool_or(is_device_work) AS has_work
    FROM _captured
    WHERE is_captured
),

work AS (
    SELECT
        count(*) FILTER (WHERE is_kernel) AS kernel_count,
        count(*) FILTER (WHERE is_graph_node) AS graph_node_kernel_count,
        coalesce(
            max(end_ns) - min(CASE WHEN end_ns IS NOT NULL THEN start_ns END), 0
        ) AS span_ns
    FROM _gpu_work
),

busy AS (
    SELECT max(busy_ns) AS busy_ns FROM _gpu_busy_before
)

SELECT
    CASE WHEN c.has_work THEN w.span_ns END AS span_ns,
    CASE WHEN c.has_work THEN b.busy_ns END AS busy_ns,
    CASE WHEN c.has_work THEN w.span_ns - b.busy_ns END AS idle_ns,
    CASE WHEN c.has_kernels THEN w.kernel_count END AS kernel_count,
    CASE WHEN c.has_kernels THEN w.graph_node_kernel_count END AS graph_node_kernel_count,
    CASE WHEN c.has_kernels THEN round(b.busy_ns / nullif(w.kernel_count, 0))::BIGINT END AS busy_per_kernel_ns,
    CASE WHEN c.has_kernels THEN round(w.span_ns / nullif(w.kernel_count, 0))::BIGINT END AS span_per_kernel_ns,
    CASE WHEN c.has_work THEN 100.0 * b.busy_ns / nullif(w.span_ns, 0) END AS busy_pct
FROM captured AS c, work AS w, busy AS b
