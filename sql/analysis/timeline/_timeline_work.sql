-- name: _timeline_work
-- summary: Timed GPU work with its place in a drawing: process, GPU, context, stream and row.
-- description: What names no process is that of the only process with calls, where there is only one.
-- needs: gpu_activity, _only_process, process_of, _work_places
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- short kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: bytes BIGINT [bytes] -- bytes copied, set or decompressed; NULL for kernels and graphs
-- column: caller_pid BIGINT -- process id with host and VM
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: flow_id UBIGINT -- number of its launch, the same wherever it is asked; NULL without a correlation id
-- column: pid BIGINT -- process id
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: place BIGINT -- row within the stream, 0 for the first

SELECT
    g.event_id,
    g.start_ns,
    g.end_ns,
    g.kind,
    g.name,
    g.bytes,
    coalesce(g.global_pid, o.global_pid) AS caller_pid,
    g.correlation_id,
    g.graph_node_id,
    CASE
        WHEN g.correlation_id <> 0
            THEN hash(
                coalesce(g.global_pid, o.global_pid), g.correlation_id, g.start_ns, g.end_ns, g.kind,
                g.gpu_id, g.context_id, g.stream_id, g.graph_node_id
            )
    END AS flow_id,
    process_of(coalesce(g.global_pid, o.global_pid)) AS pid,
    g.gpu_id,
    g.context_id,
    g.stream_id,
    coalesce(p.place, 0) AS place
FROM gpu_activity AS g
CROSS JOIN _only_process AS o
LEFT JOIN _work_places AS p ON p.kind = g.kind AND p.event_id = g.event_id
WHERE g.end_ns IS NOT NULL
