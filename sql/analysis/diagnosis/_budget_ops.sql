-- name: _budget_ops
-- summary: Device work of the whole capture with its part in the budget: compute, communication or copy.
-- description: Kernels that communicate and peer-to-peer copies are communication; other copies, memsets and
--     decompressions are copies; all other kernels, and graphs traced as a whole, are compute.
-- keep: the budget and the findings read it several times
-- needs: whole.gpu_activity, _only_process, _communication_names
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: part VARCHAR -- compute, communication or copy
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- short kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device
-- column: bytes BIGINT [bytes] -- bytes copied or set; NULL for kernels
-- column: global_pid BIGINT -- process of the operation, or the only one where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to its call; NULL for none
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none

SELECT
    coalesce(g.gpu_id, -1) AS gpu_id,
    CASE
        WHEN g.kind = 'kernel' AND c.name IS NOT NULL THEN 'communication'
        WHEN g.name = '[CUDA memcpy Peer-to-Peer]' THEN 'communication'
        WHEN g.kind IN ('kernel', 'graph') THEN 'compute'
        ELSE 'copy'
    END AS part,
    g.kind,
    g.name,
    g.event_id,
    g.start_ns,
    g.end_ns,
    g.bytes,
    coalesce(g.global_pid, p.global_pid) AS global_pid,
    g.context_id,
    g.stream_id,
    nullif(g.correlation_id, 0) AS correlation_id,
    g.graph_node_id
FROM whole.gpu_activity AS g
CROSS JOIN _only_process AS p
LEFT JOIN (SELECT DISTINCT name FROM _communication_names) AS c ON c.name = g.name
WHERE g.end_ns >= g.start_ns
