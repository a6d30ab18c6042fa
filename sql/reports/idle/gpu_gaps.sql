-- name: gpu_gaps
-- title: GPU Gaps
-- summary: Times in which a GPU had nothing to do, longest first.
-- description: Between the islands of a GPU's work in all streams and processes; time before its
--     first and after its last operation is none. Advice: look at what the launching thread did in
--     the gap (gpu_idle names its cause and NVTX range), and queue work ahead of it. Time that the
--     profiler itself took counts as work, as in nsys, but under the names of every version. Beyond
--     nsys, whole graphs and decompressions are work, so are operations before time 0, other
--     processes fill a gap, and the rows are the longest ones; scope=process looks at each process
--     by itself, as nsys does.
-- requires: gpu_activity
-- needs: _lean_ops, _rule_places, _rule_work, interval_gaps
-- param: rows INTEGER = 50 all -1 -- rows to return; -1 for all
-- param: gap INTEGER = 500 -- milliseconds; only longer gaps are shown
-- param: scope VARCHAR = 'gpu' of gpu|process -- idle GPUs, or devices that one process leaves idle
-- param: overhead VARCHAR = 'busy' of busy|idle -- what time of the profiler counts as
-- column: row BIGINT -- rank
-- column: duration_ns BIGINT [ns] -- length of the gap
-- column: start_ns BIGINT [ns] -- where the work ended
-- column: pid BIGINT -- process of the operation that ended there
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context of that operation; NULL after profiler overhead
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- nsys: "Row#" row int
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Start (ns)" start_ns ts
-- nsys: "PID" pid int
-- nsys: "Device ID" device_id int
-- nsys: "Context ID" context_id int
-- example: SELECT gpu_id, cause, sum(duration_ns) AS idle_ns FROM gpu_idle GROUP BY ALL ORDER BY
--     ALL

WITH _ops AS MATERIALIZED (
    SELECT gpu_id, start_ns, end_ns, pid, device_id, context_id
    FROM _lean_ops
    WHERE end_ns IS NOT NULL
),

_places AS MATERIALIZED (
    SELECT * FROM _rule_places('_ops', $scope)
),

work AS MATERIALIZED (
    SELECT * FROM _rule_work('_ops', '_places', $overhead)
),

_work AS (
    SELECT place AS lane, start_ns, end_ns FROM work
),

gaps AS MATERIALIZED (
    SELECT lane AS place, start_ns, end_ns - start_ns AS duration_ns
    FROM interval_gaps('_work')
    WHERE end_ns - start_ns > $gap::BIGINT * 1000000
),

ranked AS (
    SELECT *, row_number() OVER (ORDER BY duration_ns DESC, start_ns, place) AS rank
    FROM gaps
    QUALIFY $rows <= 0 OR rank <= $rows
)

SELECT
    r.rank AS row,
    any_value(r.duration_ns) AS duration_ns,
    any_value(r.start_ns) AS start_ns,
    min(w.pid) AS pid,
    arg_min(w.device_id, w.pid) AS device_id,
    min(w.context_id) AS context_id,
    any_value(w.gpu_id) AS gpu_id
FROM ranked AS r
INNER JOIN work AS w ON w.end_ns = r.start_ns AND w.place = r.place
GROUP BY r.rank
ORDER BY row
