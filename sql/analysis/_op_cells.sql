-- name: _op_cells
-- summary: For each GPU operation its launching call and the cell of NVTX ranges that the call lies in.
-- description: As _ops_in_cells. Under a window operations that overlap it, their times not clipped; of one
--     GPU its own.
-- keep: attribution and projections read it
-- needs: launches, _op_rows, _ops_in_cells
-- column: op_id BIGINT -- 8 times the row's id in the table of its kind, and 1 for a kernel, 2 for a copy, 3 for
--     a memset, 4 for a graph, 5 for a decompression
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: api_event_id BIGINT -- the call; NULL for none
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: cell_id BIGINT -- the cell; NULL for none

WITH _ops AS (
    {% if shape.windowed or shape.one_gpu %}
    SELECT
        8 * gpu_event_id + list_position(['kernel', 'memcpy', 'memset', 'graph', 'decompress'], kind) AS op_id,
        gpu_start_ns AS start_ns, gpu_end_ns AS end_ns, NULL::BIGINT AS name_id, global_pid, correlation_id
    FROM launches
    {% else %}
    SELECT
        8 * event_id + list_position(['kernel', 'memcpy', 'memset', 'graph', 'decompress'], kind) AS op_id,
        start_ns, end_ns, NULL::BIGINT AS name_id, global_pid, correlation_id
    FROM _op_rows
    {% endif %}
)

SELECT op_id, start_ns, end_ns, api_event_id, global_tid, cell_id
FROM _ops_in_cells('_ops')
