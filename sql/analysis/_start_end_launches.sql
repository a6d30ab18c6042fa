-- name: _start_end_launches
-- summary: Pairs of a start/end range and a GPU operation whose launching call lies in it.
-- needs: launches, _op_rows, _only_process, _start_end_calls
-- column: range_id BIGINT -- the range
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
)

SELECT c.range_id, o.kind, o.gpu_event_id, o.start_ns, o.end_ns
FROM ops AS o
CROSS JOIN _only_process AS p
INNER JOIN _start_end_calls AS c
    ON c.caller_pid = coalesce(o.global_pid, p.global_pid) AND c.correlation_id = o.correlation_id
