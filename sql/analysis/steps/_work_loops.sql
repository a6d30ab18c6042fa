-- name: _work_loops
-- summary: Steps as the device work repeats: launches of one CUDA graph, collectives, kernels.
-- description: Of the whole capture, whatever the window. For each process: the graph whose launches hold most of the
--     time of its device work; the collectives in their order; the work in order on the stream that computes most.
--     What repeats less than three times is no loop.
-- needs: whole.gpu_activity, _recurring_starts, _communication_names
-- column: anchor VARCHAR -- graph, collectives or kernels
-- column: rank BIGINT -- 4, 5, 6 in that order
-- column: loop_name VARCHAR -- the graph, or how many operations repeat
-- column: global_pid BIGINT -- the process
-- column: start_ns BIGINT [ns] -- start of the step on the device
-- column: end_ns BIGINT [ns] -- end of the step: where the next one starts

WITH ops AS MATERIALIZED (
    SELECT global_pid, device_id, context_id, stream_id, correlation_id, graph_node_id, kind, name, start_ns, end_ns
    FROM whole.gpu_activity
    WHERE end_ns IS NOT NULL
),

streams AS (
    SELECT
        global_pid,
        device_id,
        context_id,
        stream_id,
        sum(end_ns - start_ns) AS busy_ns,
        -- a collective is on the device as long as it waits for other GPUs
        sum(CASE WHEN kind = 'kernel' AND c.name IS NULL THEN end_ns - start_ns END) AS compute_ns,
        bool_or(kind = 'kernel') AS has_kernels
    FROM ops AS o
    LEFT JOIN (SELECT DISTINCT name FROM _communication_names) AS c ON c.name = o.name
    GROUP BY global_pid, device_id, context_id, stream_id
),

main_streams AS MATERIALIZED (
    SELECT global_pid, device_id, context_id, stream_id
    FROM streams
    WHERE has_kernels
    QUALIFY row_number() OVER (
        PARTITION BY global_pid ORDER BY compute_ns DESC NULLS LAST, busy_ns DESC, device_id, context_id, stream_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

_main_ops AS (
    SELECT o.global_pid AS lane, o.name AS id, o.start_ns, o.end_ns
    FROM ops AS o
    SEMI JOIN main_streams AS m
        ON
            m.global_pid IS NOT DISTINCT FROM o.global_pid
            AND m.device_id = o.device_id
            AND m.context_id = o.context_id
            AND m.stream_id = o.stream_id
),

communicating AS MATERIALIZED (
    SELECT global_pid, device_id, name, start_ns, end_ns
    FROM ops
    WHERE kind = 'kernel' AND name IN (SELECT name FROM _communication_names)
),

first_devices AS (
    SELECT global_pid, min(device_id) AS device_id FROM communicating GROUP BY global_pid
),

_collectives AS (
    SELECT c.global_pid AS lane, c.name AS id, c.start_ns, c.end_ns
    FROM communicating AS c
    SEMI JOIN first_devices AS f ON f.global_pid IS NOT DISTINCT FROM c.global_pid AND f.device_id = c.device_id
),

-- a graph traced as a whole has its name; one traced by node is known by its first node
graph_launches AS (
    SELECT
        global_pid,
        correlation_id,
        coalesce(max(CASE WHEN kind = 'graph' THEN name END), 'CUDA graph with node ' || min(graph_node_id)) AS graph,
        min(start_ns) AS start_ns,
        max(end_ns) AS end_ns,
        sum(end_ns - start_ns) AS work_ns
    FROM ops
    WHERE graph_node_id IS NOT NULL OR kind = 'graph'
    GROUP BY global_pid, correlation_id
),

graphs AS (
    SELECT g.global_pid, g.graph
    FROM graph_launches AS g
    INNER JOIN (SELECT global_pid, sum(busy_ns) AS busy_ns FROM streams GROUP BY global_pid) AS p
        ON p.global_pid IS NOT DISTINCT FROM g.global_pid
    GROUP BY g.global_pid, g.graph, p.busy_ns
    HAVING count(*) >= 3 AND 2 * sum(g.work_ns) > p.busy_ns
),

found AS (
    SELECT
        'graph' AS anchor,
        4 AS rank,
        g.graph AS loop_name,
        l.global_pid,
        l.start_ns,
        coalesce(lead(l.start_ns) OVER (PARTITION BY l.global_pid ORDER BY l.start_ns), l.end_ns) AS end_ns
    FROM graph_launches AS l
    INNER JOIN graphs AS g ON g.global_pid IS NOT DISTINCT FROM l.global_pid AND g.graph = l.graph
    UNION ALL
    SELECT 'collectives', 5, op_count || ' collectives', lane, start_ns, end_ns
    FROM _recurring_starts('_collectives')
    UNION ALL
    SELECT 'kernels', 6, op_count || ' operations', lane, start_ns, end_ns
    FROM _recurring_starts('_main_ops')
)

SELECT anchor, rank::BIGINT AS rank, loop_name, global_pid, start_ns, end_ns
FROM found
QUALIFY count(*) OVER (PARTITION BY anchor, global_pid) >= 3
