-- name: _op_cells
-- summary: For each GPU operation its launching call and the cell of NVTX ranges that the call lies in.
-- description: As _ops_in_cells. Under a window operations that overlap it, their times not clipped; of one
--     GPU its own.
-- keep: attribution and projections read it
-- needs: launches, _op_rows, _op_id, _ops_in_cells
-- column: op_id BIGINT -- the operation, as _op_id numbers it
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: api_event_id BIGINT -- the call; NULL for none
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: cell_id BIGINT -- the cell; NULL for none

WITH _ops AS (
    {% if shape.windowed or shape.one_gpu %}
    SELECT
        _op_id(kind, gpu_event_id) AS op_id,
        gpu_start_ns AS start_ns, gpu_end_ns AS end_ns, NULL::BIGINT AS name_id, global_pid, correlation_id
    FROM launches
    {% else %}
    SELECT
        _op_id(kind, event_id) AS op_id,
        start_ns, end_ns, NULL::BIGINT AS name_id, global_pid, correlation_id
    FROM _op_rows
    {% endif %}
)

SELECT op_id, start_ns, end_ns, api_event_id, global_tid, cell_id
FROM _ops_in_cells('_ops')
