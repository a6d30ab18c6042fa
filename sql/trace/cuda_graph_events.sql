-- name: cuda_graph_events
-- summary: Making of CUDA graphs: nodes, graphs, clones and executable instances.
-- description: A node that was cloned points to the node it was cloned from; what ran inside it has
--     graph_node_id in gpu_kernels, gpu_memcpy and gpu_memset.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- reads: CUDA_GRAPH_NODE_EVENTS start! end! nameId eventClass globalTid graphNodeId
--     originalGraphNodeId
-- reads: CUDA_GRAPH_EVENTS start! end! nameId eventClass globalTid graphId originalGraphId
--     graphExecId graphNodeId originalGraphNodeId
-- column: event_id BIGINT -- the row's id in the table of nodes (kind node) or of graphs
-- column: start_ns BIGINT [ns] -- begin on the thread
-- column: end_ns BIGINT [ns] -- end on the thread; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- node, graph, clone or exec: what was made
-- column: event_name VARCHAR -- the event's name as recorded
-- column: graph_node_id BIGINT -- the node; NULL for other kinds
-- column: original_graph_node_id BIGINT -- the node it was cloned from; NULL for none
-- column: graph_id BIGINT -- the graph; NULL for nodes
-- column: original_graph_id BIGINT -- the graph it was cloned from; NULL for none
-- column: graph_exec_id BIGINT -- the executable instance; NULL for other kinds
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH events AS (
    SELECT 'node' AS made, *
    FROM {{ source('CUDA_GRAPH_NODE_EVENTS') }}
    UNION ALL BY NAME
    -- before nsys 2022.4 or so the nodes are in this table
    SELECT CASE WHEN graphNodeId IS NULL THEN 'graph' ELSE 'node' END AS made, *
    FROM {{ source('CUDA_GRAPH_EVENTS') }}
)

SELECT
    e.row_id AS event_id,
    interval_start(e."start", e."end") AS start_ns,
    interval_end(e."start", e."end") AS end_ns,
    interval_duration(e."start", e."end") AS duration_ns,
    CASE e.eventClass
        WHEN 77 THEN 'node'
        WHEN 94 THEN 'exec'
        WHEN 95 THEN 'graph'
        WHEN 96 THEN 'clone'
        ELSE e.made
    END AS kind,
    name_of(s.text, e.nameId) AS event_name,
    e.graphNodeId AS graph_node_id,
    nullif(e.originalGraphNodeId, 0) AS original_graph_node_id,
    e.graphId AS graph_id,
    nullif(e.originalGraphId, 0) AS original_graph_id,
    e.graphExecId AS graph_exec_id,
    process_of(e.globalTid) AS pid,
    thread_of(e.globalTid) AS tid,
    e.globalTid - thread_of(e.globalTid) AS global_pid,
    e.globalTid AS global_tid
FROM events AS e
LEFT JOIN strings AS s ON s.string_id = e.nameId
