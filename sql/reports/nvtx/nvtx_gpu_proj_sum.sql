-- name: nvtx_gpu_proj_sum
-- title: NVTX GPU Projection Summary
-- summary: NVTX ranges projected to the GPU, by name.
-- description: The rows of nvtx_gpu_proj_trace by name and style: spans from the first to the last
--     work launched inside, with their idle holes, on all GPUs together. Children are not
--     subtracted from their parents, so totals can exceed the length of the capture. Under a window: see there.
-- requires: nvtx_events
-- requires: cuda_api
-- requires: gpu_activity
-- needs: _sample_stddev, _nvtx_projection, fold_ids
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of names, so that step 1 and step 2 are step #
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: range_name VARCHAR -- domain, colon, text; nothing before the colon for the default
--     domain
-- column: style VARCHAR -- PushPop or StartEnd
-- column: proj_total_ns BIGINT [ns] -- sum of the projected durations
-- column: range_total_ns BIGINT [ns] -- sum of the ranges' own durations
-- column: instances BIGINT -- ranges with work
-- column: proj_avg_ns DOUBLE [ns] -- mean projected duration
-- column: proj_med_ns DOUBLE [ns] -- median
-- column: proj_min_ns BIGINT [ns] -- shortest
-- column: proj_max_ns BIGINT [ns] -- longest
-- column: proj_stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: op_count BIGINT -- calls inside that launched work, summed over the ranges
-- column: avg_ops DOUBLE -- such calls per range
-- column: avg_level DOUBLE -- mean level of the ranges, 0 at the root
-- column: avg_children DOUBLE -- mean count of ranges with work directly inside
-- nsys: "Range" range_name text
-- nsys: "Style" style text
-- nsys: "Total Proj Time (ns)" proj_total_ns dur
-- nsys: "Total Range Time (ns)" range_total_ns dur
-- nsys: "Range Instances" instances int
-- nsys: "Proj Avg (ns)" proj_avg_ns dur1
-- nsys: "Proj Med (ns)" proj_med_ns dur1
-- nsys: "Proj Min (ns)" proj_min_ns dur
-- nsys: "Proj Max (ns)" proj_max_ns dur
-- nsys: "Proj StdDev (ns)" proj_stddev_ns dur1
-- nsys: "Total GPU Ops" op_count int
-- nsys: "Avg GPU Ops" avg_ops ratio
-- nsys: "Avg Range Lvl" avg_level ratio
-- nsys: "Avg Num Child" avg_children ratio
-- example: SELECT range_name, sum(launched_busy_ns) AS busy_ns FROM nvtx_gpu GROUP BY ALL ORDER BY
--     ALL

WITH projected AS (
    SELECT * REPLACE (CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(range_name) ELSE range_name END AS range_name)
    FROM _nvtx_projection($open_ranges)
)

SELECT
    range_name,
    style,
    sum(last_ns - first_ns)::BIGINT AS proj_total_ns,
    sum(duration_ns)::BIGINT AS range_total_ns,
    count(*) AS instances,
    sum(last_ns - first_ns)::DOUBLE / count(*) AS proj_avg_ns,
    median(last_ns - first_ns)::DOUBLE AS proj_med_ns,
    min(last_ns - first_ns) AS proj_min_ns,
    max(last_ns - first_ns) AS proj_max_ns,
    _sample_stddev(last_ns - first_ns) AS proj_stddev_ns,
    sum(op_count)::BIGINT AS op_count,
    avg(op_count) AS avg_ops,
    avg(level) AS avg_level,
    avg(child_count) AS avg_children
FROM projected
GROUP BY range_name, style
ORDER BY proj_total_ns DESC, range_name, style
LIMIT nullif($rows, 0)
