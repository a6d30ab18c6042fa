-- name: _lean_ops
-- summary: Device work with ids in place of names, for reports that add up its time.
-- description: From the tables themselves, without the joins that names take, unless the run is restricted
--     to a window or a GPU.
-- needs: gpu_activity, _op_rows, _devices, process_of
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context

{% if shape.windowed or shape.one_gpu %}
SELECT
    gpu_id, start_ns, end_ns, kind, pid, event_id, correlation_id, global_pid, device_id, context_id, stream_id
FROM gpu_activity
{% else %}
SELECT
    coalesce(d.gpu_id, o.device_id) AS gpu_id, o.start_ns, o.end_ns, o.kind, process_of(o.global_pid) AS pid,
    o.event_id, o.correlation_id, o.global_pid, o.device_id, o.context_id, o.stream_id
FROM _op_rows AS o
LEFT JOIN _devices AS d ON d.pid = process_of(o.global_pid) AND d.device_id = o.device_id
{% endif %}
