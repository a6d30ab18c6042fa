-- name: _op_cells
-- summary: For each GPU operation its launching call and the cell of NVTX ranges that the call lies in.
-- description: As _ops_in_cells, of all device work, or that of the window and the GPU of the run.
-- keep: attribution and projections read it
-- needs: _ops_in_cells, _keyed_ops
-- column: op_id BIGINT -- the operation, as _op_id numbers it
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: call_id BIGINT -- correlation id of the call, one of a kind in its process; NULL for none
-- column: cell_id BIGINT -- the cell; NULL for none

WITH _ops AS (
    SELECT op_id, start_ns, end_ns, NULL::BIGINT AS name_id, global_pid, correlation_id FROM _keyed_ops
)

SELECT op_id, start_ns, end_ns, call_id, cell_id
FROM _ops_in_cells('_ops')
