-- name: _cell_launches
-- summary: For each GPU operation the cell of start/end ranges that its launching call lies in.
-- description: Cells in no range are left out. Under a window operations that overlap it, their times not
--     clipped; of one GPU its own.
-- needs: launches, _op_rows, _only_process, _call_cells, _cell_ranges
-- column: cell_id BIGINT -- the cell
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: kind VARCHAR -- kind of the operation
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time

WITH ops AS (
    {% if shape.windowed or shape.one_gpu %}
    SELECT
        kind, gpu_event_id, gpu_start_ns AS start_ns, gpu_end_ns AS end_ns, global_pid, correlation_id
    FROM launches
    {% else %}
    SELECT kind, event_id AS gpu_event_id, start_ns, end_ns, global_pid, correlation_id
    FROM _op_rows
    {% endif %}
),

calls AS (
    SELECT cell_id, global_tid, caller_pid, correlation_id
    FROM _call_cells
    WHERE cell_id IN (SELECT cell_id FROM _cell_ranges)
)

SELECT c.cell_id, c.global_tid, o.kind, o.gpu_event_id, o.start_ns, o.end_ns
FROM ops AS o
CROSS JOIN _only_process AS p
INNER JOIN calls AS c
    ON c.caller_pid = coalesce(o.global_pid, p.global_pid) AND c.correlation_id = o.correlation_id
