-- name: nvtx_gpu_proj_trace
-- title: NVTX GPU Projection Trace
-- summary: NVTX ranges projected to the GPU: from the first to the last work launched inside.
-- description: A range holds the work whose launching call lies fully in it, on the same thread.
--     The projection is a span and not a busy time: it has idle holes in it, and is one over all
--     GPUs. Ranges without work, and those that another thread ended, are left out. An operation is
--     a call: a graph launch counts once. As in nsys the parent is the shortest range of the thread
--     around the range, child_count counts ranges with work. Beyond nsys, whole graphs of
--     graph-level tracing and decompressions are work too, and equal ranges have a level and a
--     parent. Under a window: the ranges that launched work in it, of that work the part inside; the times of the
--     range itself are not cut.
-- requires: nvtx_events
-- requires: cuda_api
-- requires: gpu_activity
-- needs: _nvtx_projection
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- column: range_name VARCHAR -- domain, colon, text; nothing before the colon for the default
--     domain
-- column: proj_start_ns BIGINT [ns] -- first start of the work
-- column: proj_duration_ns BIGINT [ns] -- from there to the last end of the work
-- column: orig_start_ns BIGINT [ns] -- begin of the range on its thread
-- column: orig_duration_ns BIGINT [ns] -- length of the range on its thread
-- column: style VARCHAR -- PushPop or StartEnd
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: op_count BIGINT -- calls inside that launched work
-- column: level BIGINT -- ranges that it lies in; 0 at the root
-- column: child_count BIGINT -- ranges with work directly inside
-- column: range_id BIGINT -- the row's id in the export's table
-- column: parent_id BIGINT -- range_id of the parent; NULL at the root
-- column: range_stack VARCHAR -- ids from the root down, as in :1:7:9
-- nsys: "Name" range_name text
-- nsys: "Projected Start (ns)" proj_start_ns ts
-- nsys: "Projected Duration (ns)" proj_duration_ns dur
-- nsys: "Orig Start (ns)" orig_start_ns ts
-- nsys: "Orig Duration (ns)" orig_duration_ns dur
-- nsys: "Style" style text
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "NumGPUOps" op_count int
-- nsys: "Lvl" level int
-- nsys: "NumChild" child_count int
-- nsys: "RangeId" range_id int
-- nsys: "ParentId" parent_id int
-- nsys: "RangeStack" range_stack text
-- example: SELECT path, launched_busy_ns, launched_span_ns FROM nvtx_gpu ORDER BY launched_busy_ns
--     DESC LIMIT 5

SELECT
    range_name,
    first_ns AS proj_start_ns,
    last_ns - first_ns AS proj_duration_ns,
    start_ns AS orig_start_ns,
    duration_ns AS orig_duration_ns,
    style,
    pid,
    tid,
    op_count,
    level,
    child_count,
    range_id,
    parent_id,
    range_stack
FROM _nvtx_projection($open_ranges)
ORDER BY proj_start_ns, proj_duration_ns DESC, level, range_id
