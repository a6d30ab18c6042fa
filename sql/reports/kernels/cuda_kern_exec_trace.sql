-- name: cuda_kern_exec_trace
-- title: CUDA Kernel Launch & Exec Time Trace
-- summary: Every kernel with its launching call: time of the call, in the queue, and of the kernel.
-- description: In order of the calls. A kernel and a call belong together when process and correlation id
--     agree; kernels without a call are left out. queue_ns is from the call's end to the kernel's begin,
--     NULL where that began before the call returned; total_ns from the call's begin to the end of the later
--     of the two. The kernels of a CUDA graph belong to the call that launched the graph, and queue from its
--     end. Calls are named as nsys names them, without _v and four digits. With nvtx_name the name is that
--     of the innermost NVTX range around the launching call, a slash, and the kernel's. Under a window: the kernels that overlap it, 
--     ith their calls; no time is cut.
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: whole._named_kernels, gpu_kernels, whole._api_calls, strings, name_of, process_of, thread_of, _kernel_ranges if nvtx_name
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its parameters,
--     without, or as the compiler made it; the first where the export has no such
-- param: nvtx_name BOOLEAN = FALSE -- put the innermost NVTX range around the launch before a kernel's name
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_duration_ns BIGINT [ns] -- time of the call
-- column: queue_start_ns BIGINT [ns] -- end of the call; NULL where the kernel began before it
-- column: queue_ns BIGINT [ns] -- from there to the kernel's begin
-- column: kernel_start_ns BIGINT [ns] -- begin of the kernel
-- column: kernel_duration_ns BIGINT [ns] -- time of the kernel
-- column: total_ns BIGINT [ns] -- from the call's begin to the end of both
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that made the call
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: api_name VARCHAR -- the call
-- column: grid_xyz VARCHAR -- blocks of the grid in x, y and z
-- column: block_xyz VARCHAR -- threads of a block in x, y and z
-- column: kernel_name VARCHAR -- the kernel
-- nsys: "API Start (ns)" api_start_ns ts
-- nsys: "API Dur (ns)" api_duration_ns dur
-- nsys: "Queue Start (ns)" queue_start_ns ts
-- nsys: "Queue Dur (ns)" queue_ns dur
-- nsys: "Kernel Start (ns)" kernel_start_ns ts
-- nsys: "Kernel Dur (ns)" kernel_duration_ns dur
-- nsys: "Total Dur (ns)" total_ns dur
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "DevId" device_id int
-- nsys: "API Function" api_name text
-- nsys: "GridXYZ" grid_xyz xyz
-- nsys: "BlockXYZ" block_xyz xyz
-- nsys: "Kernel Name" kernel_name text
-- example: SELECT name, api_name, queue_ns FROM launches WHERE kind = 'kernel' ORDER BY gpu_start_ns LIMIT 10

WITH pairs AS (
    SELECT
        a.start_ns AS api_start_ns,
        a.end_ns AS api_end_ns,
        a.duration_ns AS api_duration_ns,
        k.start_ns AS kernel_start_ns,
        k.end_ns AS kernel_end_ns,
        k.duration_ns AS kernel_duration_ns,
        a.global_tid,
        k.device_id,
        a.api_name_id,
        concat_ws(' ', k.grid_x, k.grid_y, k.grid_z) AS grid_xyz,
        concat_ws(' ', k.block_x, k.block_y, k.block_z) AS block_xyz,
        {{ "coalesce(r.range_label || '/', '') || " if 'nvtx_name' in shape.asked }}k.kernel_name AS kernel_name,
        a.event_id AS call_id,
        k.event_id
    FROM whole._named_kernels($name_kind) AS k
    INNER JOIN whole._api_calls AS a
        ON
            a.correlation_id = k.correlation_id
            AND (k.global_pid IS NULL OR a.global_tid - thread_of(a.global_tid) = k.global_pid)
    {% if 'nvtx_name' in shape.asked %}
    LEFT JOIN _kernel_ranges AS r ON $nvtx_name AND r.event_id = k.event_id
    {% endif %}
    {% if shape.restricted %}
    WHERE k.event_id IN (SELECT event_id FROM gpu_kernels)
    {% endif %}
)

SELECT
    p.api_start_ns,
    p.api_duration_ns,
    CASE WHEN p.kernel_start_ns >= p.api_end_ns THEN p.api_end_ns END AS queue_start_ns,
    CASE WHEN p.kernel_start_ns >= p.api_end_ns THEN p.kernel_start_ns - p.api_end_ns END AS queue_ns,
    p.kernel_start_ns,
    p.kernel_duration_ns,
    CASE
        WHEN p.kernel_end_ns IS NOT NULL AND p.api_end_ns IS NOT NULL
            THEN greatest(p.api_end_ns, p.kernel_end_ns) - p.api_start_ns
    END AS total_ns,
    process_of(p.global_tid) AS pid,
    thread_of(p.global_tid) AS tid,
    p.device_id,
    regexp_replace(name_of(s.text, p.api_name_id), '_v\d{4}$', '') AS api_name,
    p.grid_xyz,
    p.block_xyz,
    p.kernel_name
FROM pairs AS p
LEFT JOIN strings AS s ON s.string_id = p.api_name_id
ORDER BY p.api_start_ns, p.call_id, p.kernel_start_ns, p.event_id
LIMIT nullif($rows, 0)
