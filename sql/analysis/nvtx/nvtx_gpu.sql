-- name: nvtx_gpu
-- summary: What the GPUs did for each NVTX range, and while it lasted.
-- description: Two measures that differ. gpu_overlap_ns: time of the range in which any GPU was at work,
--     whoever launched the work. launched_...: the work that was launched inside the range (same
--     thread, call fully inside), whenever it ran; also for ranges that launched nothing, and NULL
--     for start/end ranges that another thread ended. Several GPUs count as one. Without captured device work
--     both measures are NULL, without captured API calls the second.
-- needs: nvtx_ranges, _nvtx_work, _gpu_busy_before, _recorded
-- column: range_id BIGINT -- event_id of the range
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- end of the range; NULL while open
-- column: duration_ns BIGINT [ns] -- end minus start; NULL while open
-- column: range_name VARCHAR -- the range's text
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: style VARCHAR -- push_pop or start_end
-- column: path VARCHAR -- texts from the root down, as in step/layer/op
-- column: depth BIGINT -- ranges that it lies in; 0 at the root
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: gpu_overlap_ns BIGINT [ns] -- time of the range in which any GPU was at work; NULL while open
-- column: launched_busy_ns BIGINT [ns] -- length of the union of the work launched inside; NULL: not captured
-- column: launched_span_ns BIGINT [ns] -- from the first start to the last end of that work, which NVIDIA calls the range's NVTX projection on the GPU; NULL for none
-- column: first_gpu_ns BIGINT [ns] -- first start of that work; NULL for none
-- column: last_gpu_ns BIGINT [ns] -- last end of that work; NULL for none
-- column: op_count BIGINT -- operations launched inside; NULL: not captured
-- column: kernel_count BIGINT -- kernels among them; NULL: not captured

SELECT
    r.event_id AS range_id,
    r.start_ns,
    r.end_ns,
    r.duration_ns,
    r.range_name,
    r.domain,
    r.style,
    r.path,
    r.depth,
    r.global_tid,
    CASE WHEN c.device_work THEN e.busy_ns - s.busy_ns END AS gpu_overlap_ns,
    CASE WHEN c.device_work AND c.api AND r.end_tid IS NULL THEN coalesce(w.busy_ns, 0) END AS launched_busy_ns,
    w.last_ns - w.first_ns AS launched_span_ns,
    w.first_ns AS first_gpu_ns,
    w.last_ns AS last_gpu_ns,
    CASE WHEN c.device_work AND c.api AND r.end_tid IS NULL THEN coalesce(w.op_count, 0) END AS op_count,
    CASE WHEN c.device_work AND c.api AND r.end_tid IS NULL THEN coalesce(w.kernel_count, 0) END AS kernel_count
FROM nvtx_ranges AS r
CROSS JOIN _recorded AS c
LEFT JOIN _nvtx_work AS w ON w.range_id = r.event_id
LEFT JOIN _gpu_busy_before AS s ON s.at_ns = r.start_ns
LEFT JOIN _gpu_busy_before AS e ON e.at_ns = r.end_ns
