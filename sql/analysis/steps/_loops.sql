-- name: _loops
-- summary: Every way in which the capture may be divided into steps, for each process with device work.
-- description: Of processes without device work only where no other has a loop. Whatever the window of the run.
-- keep: the anchor is chosen from it, and those not chosen are compared with it
-- needs: _nvtx_loops, _work_loops, _op_rows
-- column: anchor VARCHAR -- pattern, marker, nvtx, graph, collectives or kernels
-- column: rank BIGINT -- 1 to 6 in that order
-- column: loop_name VARCHAR -- what recurs
-- column: step_name VARCHAR -- the event's text; NULL for device work
-- column: global_pid BIGINT -- the process
-- column: global_tid BIGINT -- the thread that marks the steps; NULL for device work
-- column: start_ns BIGINT [ns] -- start of the step
-- column: end_ns BIGINT [ns] -- end of the step; NULL for one that nothing ends

WITH loops AS MATERIALIZED (
    SELECT anchor, rank, loop_name, step_name, global_pid, global_tid, start_ns, end_ns FROM _nvtx_loops
    UNION ALL
    SELECT anchor, rank, loop_name, NULL, global_pid, NULL, start_ns, end_ns FROM _work_loops
),

working AS MATERIALIZED (
    SELECT DISTINCT global_pid FROM _op_rows
)

SELECT l.*
FROM loops AS l
WHERE
    l.global_pid IN (SELECT global_pid FROM working)
    OR l.global_pid IS NULL
    OR (SELECT count(*) FROM working WHERE global_pid IS NULL) > 0
    OR NOT EXISTS (SELECT 1 FROM loops AS o INNER JOIN working AS w ON w.global_pid = o.global_pid)
