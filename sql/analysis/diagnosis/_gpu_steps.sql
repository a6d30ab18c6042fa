-- name: _gpu_steps
-- summary: The steps of each GPU: those of the process that has most of its work there, cut to the run's window.
-- keep: the budget's figures all start here
-- needs: steps, _budget_ops
-- column: step_id BIGINT -- the step
-- column: gpu_id BIGINT -- the GPU
-- column: start_ns BIGINT [ns] -- start of the step
-- column: end_ns BIGINT [ns] -- end of the step
-- column: is_steady BOOLEAN -- figures per step count it

WITH work AS (
    SELECT gpu_id, global_pid, sum(end_ns - start_ns) AS work_ns
    FROM _budget_ops
    GROUP BY gpu_id, global_pid
),

owners AS (
    SELECT w.gpu_id, w.global_pid
    FROM work AS w
    SEMI JOIN steps AS s ON coalesce(s.global_pid, -1) IN (coalesce(w.global_pid, -1), -1)
    QUALIFY row_number() OVER (
        PARTITION BY w.gpu_id ORDER BY w.work_ns DESC, w.global_pid
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
)

SELECT
    s.step_id,
    o.gpu_id,
    {% if shape.windowed %}
    greatest(s.start_ns, getvariable('window_from_ns')::BIGINT) AS start_ns,
    least(s.end_ns, getvariable('window_to_ns')::BIGINT) AS end_ns,
    {% else %}
    s.start_ns,
    s.end_ns,
    {% endif %}
    s.is_steady
FROM steps AS s
INNER JOIN owners AS o ON s.global_pid IS NULL OR o.global_pid IS NULL OR s.global_pid = o.global_pid
{{ "WHERE o.gpu_id = getvariable('gpu_id')" if shape.one_gpu }}
