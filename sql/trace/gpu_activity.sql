-- name: gpu_activity
-- summary: All work that kept a GPU busy, and only that: kernels, copies, memsets, graphs, decompressions.
-- description: Whole graphs are there where graph-level tracing hid their kernels. Synchronisation
--     records and API calls are not device work.
-- window: clip
-- needs: _gpu_rows
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- short kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: bytes BIGINT [bytes] -- bytes copied, set or decompressed; NULL for kernels and graphs
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none

SELECT
    event_id, start_ns, end_ns, duration_ns, kind, name, bytes, pid, global_pid, device_id, gpu_id,
    context_id, stream_id, correlation_id, graph_node_id
FROM _gpu_rows
