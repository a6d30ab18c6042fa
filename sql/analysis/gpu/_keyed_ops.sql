-- name: _keyed_ops
-- summary: Device work with a number for each operation, and what ties it to the calls that launched it.
-- description: Under a window operations that overlap it, their times not clipped; of one GPU its own.
-- keep: joined and counted, and read while NVTX ranges are nested
-- needs: _op_rows, gpu_activity, _op_id
-- column: op_id BIGINT -- the operation, as _op_id numbers it
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: correlation_id BIGINT -- ties the operation to the call, inside the process

SELECT _op_id(o.kind, o.event_id) AS op_id, o.start_ns, o.end_ns, o.global_pid, o.correlation_id
FROM _op_rows AS o
{% if shape.windowed or shape.one_gpu %}
SEMI JOIN gpu_activity AS g ON g.kind = o.kind AND g.event_id = o.event_id
{% endif %}
