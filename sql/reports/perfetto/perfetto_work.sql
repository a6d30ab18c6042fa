-- name: perfetto_work
-- summary: GPU work as slices of its streams.
-- description: With a number for its launch, which the call has too where it is in the trace. What stands
--     beside track, name and category is told of a slice that is clicked on; NULL is left out.
-- command: perfetto
-- needs: _timeline_work, _work_details, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: flow_ids UBIGINT[] -- launches that it is an end of, one number each; NULL for none
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: bytes BIGINT [bytes] -- bytes copied, set or decompressed; NULL for kernels and graphs
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: kernel_name VARCHAR -- demangled name with its parameters; NULL for all but kernels
-- column: grid VARCHAR -- blocks of the grid, as in 128 x 1 x 1
-- column: block VARCHAR -- threads of a block, as in 256 x 1 x 1
-- column: registers_per_thread BIGINT -- registers of each thread
-- column: static_shared_bytes BIGINT [bytes] -- static shared memory of each block
-- column: dynamic_shared_bytes BIGINT [bytes] -- dynamic shared memory of each block
-- column: copy_kind VARCHAR -- as in Host-to-Device; NULL for all but copies
-- column: src_kind VARCHAR -- kind of memory read by a copy
-- column: dst_kind VARCHAR -- kind of memory written by a copy or memset

SELECT
    w.start_ns + $shift AS start_ns,
    w.end_ns + $shift AS end_ns,
    CASE WHEN w.flow_id IS NOT NULL THEN [w.flow_id] END AS flow_ids,
    w.correlation_id,
    w.graph_node_id,
    w.bytes,
    _track_id('stream', w.pid, w.gpu_id, w.context_id, w.stream_id, w.place) AS track_id,
    coalesce(w.name, '[no name]') AS name,
    w.kind AS category,
    d.kernel_name,
    d.grid,
    d.block,
    d.registers_per_thread,
    d.static_shared_bytes,
    d.dynamic_shared_bytes,
    d.copy_kind,
    d.src_kind,
    d.dst_kind
FROM _timeline_work AS w
LEFT JOIN _work_details AS d ON d.kind = w.kind AND d.event_id = w.event_id
ORDER BY w.start_ns, w.end_ns DESC, track_id, w.flow_id, name, w.event_id
