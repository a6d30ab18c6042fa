-- name: _keyed_ops
-- summary: Device work with a number for each operation, and what ties it to the calls that launched it.
-- description: Under a window the operations that overlap it, cut to it; of one GPU its own.
-- keep: joined and counted, and read while NVTX ranges are nested
-- needs: _op_rows, gpu_activity, _op_id
-- column: op_id BIGINT -- the operation, as _op_id numbers it
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: correlation_id BIGINT -- ties the operation to the call, inside the process

SELECT _op_id(kind, event_id) AS op_id, start_ns, end_ns, global_pid, correlation_id
FROM {{ 'gpu_activity' if shape.windowed or shape.one_gpu else '_op_rows' }}
