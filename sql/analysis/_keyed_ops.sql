-- name: _keyed_ops
-- summary: Device work by what ties it to the calls that launched it.
-- description: Under a window operations that overlap it, their times not clipped; of one GPU its own. Exports
--     of 2020 name no process with an operation; there the only process with calls is taken.
-- keep: joined and counted, and read while NVTX ranges are nested
-- needs: _op_rows, gpu_activity, _op_id, _only_process
-- column: op_id BIGINT -- the operation, as _op_id numbers it
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: caller_pid BIGINT -- process of the call with host and VM
-- column: correlation_id BIGINT -- ties the operation to the call, inside the process; NULL for none

SELECT
    _op_id(o.kind, o.event_id) AS op_id,
    o.start_ns,
    o.end_ns,
    coalesce(o.global_pid, p.global_pid) AS caller_pid,
    nullif(o.correlation_id, 0) AS correlation_id
FROM _op_rows AS o
CROSS JOIN _only_process AS p
{% if shape.windowed or shape.one_gpu %}
SEMI JOIN gpu_activity AS g ON g.kind = o.kind AND g.event_id = o.event_id
{% endif %}
