-- name: cuda_graph_summary
-- title: CUDA Graphs
-- summary: CUDA graphs: launches, nodes per launch, and GPU time per launch.
-- description: Per GPU, process and graph. What one launching call started is one launch: its nodes,
--     where they were traced ('node'), else the graph as a whole ('graph'), whose kernels are then not in
--     the export and whose node counts are NULL. busy is the union of a launch, span from its first
--     start to its last end. A graph goes by its id, in exports without by the smallest node id of a
--     launch. The launching call counts once for each GPU, however many nodes ran there,
--     with all of its time, also where a window cuts the nodes.
-- requires: gpu_activity
-- needs: gpu_activity, _kernels, gpu_graphs, _launching_calls, _only_process, interval_union
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: graph_id BIGINT -- the graph; NULL where the export does not tell
-- column: first_node_id BIGINT -- smallest node id seen in it; NULL for graphs traced as a whole
-- column: tracing VARCHAR -- node or graph: what was traced
-- column: launch_count BIGINT -- launches
-- column: node_median DOUBLE -- median count of operations per launch
-- column: kernel_median DOUBLE -- median count of kernels per launch
-- column: busy_median_ns DOUBLE [ns] -- median busy time of a launch
-- column: span_median_ns DOUBLE [ns] -- median time from a launch's first start to its last end
-- column: busy_sum_ns BIGINT [ns] -- busy time summed over the launches
-- column: launch_busy_pct DOUBLE [% of the summed spans of the launches] -- busy_sum_ns
-- column: api_sum_ns BIGINT [ns] -- time of the launching calls; NULL where the export has none
-- column: api_median_ns DOUBLE [ns] -- median time of a launching call
-- example: SELECT graph_id, count(DISTINCT correlation_id) FROM gpu_kernels GROUP BY graph_id ORDER BY graph_id

WITH ids AS (
    SELECT 'kernel' AS kind, event_id, graph_id FROM _kernels WHERE graph_id IS NOT NULL
    UNION ALL
    SELECT 'graph', event_id, graph_id FROM gpu_graphs
),

ops AS MATERIALIZED (
    SELECT
        -- what has no call is a launch of its own
        {
            'gpu_id': a.gpu_id,
            'global_pid': a.global_pid,
            'launch': nullif(a.correlation_id, 0),
            'own': CASE WHEN nullif(a.correlation_id, 0) IS NULL THEN a.event_id END
        } AS lane,
        a.kind,
        a.event_id,
        a.pid,
        i.graph_id,
        a.graph_node_id,
        a.start_ns,
        a.end_ns
    FROM gpu_activity AS a
    LEFT JOIN ids AS i ON i.kind = a.kind AND i.event_id = a.event_id
    WHERE a.graph_node_id IS NOT NULL OR a.kind = 'graph'
),

_ops AS (
    SELECT lane, start_ns, end_ns FROM ops
),

busy AS (
    SELECT
        lane,
        sum(end_ns - start_ns)::BIGINT AS busy_ns,
        max(end_ns) - min(start_ns) AS span_ns
    FROM interval_union('_ops')
    GROUP BY lane
),

calls AS (
    SELECT o.lane, c.api_duration_ns AS api_ns
    FROM (SELECT DISTINCT lane FROM ops) AS o
    CROSS JOIN _only_process AS p
    INNER JOIN _launching_calls AS c
        ON c.caller_pid = coalesce(o.lane.global_pid, p.global_pid) AND c.correlation_id = o.lane.launch
),

started AS (
    SELECT
        lane,
        any_value(pid) AS pid,
        min(graph_id) AS graph_id,
        min(graph_node_id) AS first_node_id,
        CASE WHEN count(graph_node_id) > 0 THEN count(graph_node_id) END AS node_count,
        CASE WHEN count(graph_node_id) > 0 THEN count(*) FILTER (WHERE kind = 'kernel') END
            AS kernel_count
    FROM ops
    GROUP BY lane
),

grouped AS (
    SELECT
        s.lane.gpu_id AS gpu_id,
        s.pid,
        s.graph_id,
        min(s.first_node_id) AS first_node_id,
        CASE WHEN s.node_count IS NULL THEN 'graph' ELSE 'node' END AS tracing,
        count(*) AS launch_count,
        median(s.node_count)::DOUBLE AS node_median,
        median(s.kernel_count)::DOUBLE AS kernel_median,
        median(b.busy_ns)::DOUBLE AS busy_median_ns,
        median(b.span_ns)::DOUBLE AS span_median_ns,
        sum(b.busy_ns)::BIGINT AS busy_sum_ns,
        100.0 * sum(b.busy_ns) / nullif(sum(b.span_ns), 0) AS launch_busy_pct,
        sum(c.api_ns)::BIGINT AS api_sum_ns,
        median(c.api_ns)::DOUBLE AS api_median_ns
    FROM started AS s
    LEFT JOIN busy AS b ON b.lane = s.lane
    LEFT JOIN calls AS c ON c.lane = s.lane
    GROUP BY
        s.lane.gpu_id,
        s.lane.global_pid,
        s.pid,
        s.graph_id,
        CASE WHEN s.graph_id IS NULL THEN s.first_node_id END,
        tracing
)

SELECT *
FROM grouped
QUALIFY
    $rows::INTEGER = 0
    OR row_number() OVER (
        ORDER BY busy_sum_ns DESC NULLS LAST, gpu_id, pid, graph_id, first_node_id, tracing
    ) <= $rows::INTEGER
ORDER BY busy_sum_ns DESC NULLS LAST, gpu_id, pid, graph_id, first_node_id, tracing
