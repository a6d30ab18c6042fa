-- name: cuda_kern_exec_sum
-- title: CUDA Kernel Launch & Exec Time Summary
-- summary: Kernels by thread, device and launching call: time of the call, in the queue, and of the kernel.
-- description: By mean total time. A kernel and a call belong together when process and correlation id
--     agree; kernels without a call are left out. queue_ns is from the call's end to the kernel's begin,
--     NULL where that began before the call returned; total_ns from the call's begin to the end of the later
--     of the two. The kernels of a CUDA graph belong to the call that launched the graph, and queue from its
--     end. Calls are named as nsys names them, without _v and four digits. queued counts a queue of length 0
--     too. With nvtx_name the name is that of the innermost NVTX range around the launching call, a slash,
--     and the kernel's. Under a window: the kernels that overlap it, with their calls; no time is cut.
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: _sample_stddev, whole._named_kernels, gpu_kernels, whole._api_calls, strings, name_of, process_of, thread_of,
--     _kernel_ranges if nvtx_name
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its parameters,
--     without, or as the compiler made it; the first where the export has no such
-- param: nvtx_name BOOLEAN = FALSE -- put the innermost NVTX range around the launch before a kernel's name
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that made the calls
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: instances BIGINT -- kernels with a call
-- column: queued BIGINT -- those that began when the call had returned
-- column: total_avg_ns DOUBLE [ns] -- mean of the time from the begin of the call to the end of both
-- column: total_med_ns DOUBLE [ns] -- its median
-- column: total_min_ns BIGINT [ns] -- shortest
-- column: total_max_ns BIGINT [ns] -- longest
-- column: total_stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: api_avg_ns DOUBLE [ns] -- mean of the time of the call
-- column: api_med_ns DOUBLE [ns] -- its median
-- column: api_min_ns BIGINT [ns] -- shortest
-- column: api_max_ns BIGINT [ns] -- longest
-- column: api_stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: queue_avg_ns DOUBLE [ns] -- mean of the time in the queue, where there was one
-- column: queue_med_ns DOUBLE [ns] -- its median
-- column: queue_min_ns BIGINT [ns] -- shortest
-- column: queue_max_ns BIGINT [ns] -- longest
-- column: queue_stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: kernel_avg_ns DOUBLE [ns] -- mean of the time of the kernel
-- column: kernel_med_ns DOUBLE [ns] -- its median
-- column: kernel_min_ns BIGINT [ns] -- shortest
-- column: kernel_max_ns BIGINT [ns] -- longest
-- column: kernel_stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: api_name VARCHAR -- the call
-- column: kernel_name VARCHAR -- the kernel
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "DevId" device_id int
-- nsys: "Count" instances int
-- nsys: "QCount" queued int
-- nsys: "TAvg (ns)" total_avg_ns dur1
-- nsys: "TMed (ns)" total_med_ns dur1
-- nsys: "TMin (ns)" total_min_ns dur
-- nsys: "TMax (ns)" total_max_ns dur
-- nsys: "TStdDev (ns)" total_stddev_ns dur1
-- nsys: "AAvg (ns)" api_avg_ns dur1
-- nsys: "AMed (ns)" api_med_ns dur1
-- nsys: "AMin (ns)" api_min_ns dur
-- nsys: "AMax (ns)" api_max_ns dur
-- nsys: "AStdDev (ns)" api_stddev_ns dur1
-- nsys: "QAvg (ns)" queue_avg_ns dur1
-- nsys: "QMed (ns)" queue_med_ns dur1
-- nsys: "QMin (ns)" queue_min_ns dur
-- nsys: "QMax (ns)" queue_max_ns dur
-- nsys: "QStdDev (ns)" queue_stddev_ns dur1
-- nsys: "KAvg (ns)" kernel_avg_ns dur1
-- nsys: "KMed (ns)" kernel_med_ns dur1
-- nsys: "KMin (ns)" kernel_min_ns dur
-- nsys: "KMax (ns)" kernel_max_ns dur
-- nsys: "KStdDev (ns)" kernel_stddev_ns dur1
-- nsys: "API Name" api_name text
-- nsys: "Kernel Name" kernel_name text
-- example: SELECT name, api_name, median(queue_ns) FROM launches WHERE kind = 'kernel' GROUP BY ALL ORDER BY ALL

WITH pairs AS (
    SELECT
        a.global_tid,
        k.device_id,
        a.api_name_id,
        {{ "coalesce(r.range_label || '/', '') || " if 'nvtx_name' in shape.asked }}k.kernel_name AS kernel_name,
        CASE
            WHEN k.end_ns IS NOT NULL AND a.end_ns IS NOT NULL
                THEN greatest(a.end_ns, k.end_ns) - a.start_ns
        END AS total_ns,
        a.duration_ns AS api_ns,
        CASE WHEN k.start_ns >= a.end_ns THEN k.start_ns - a.end_ns END AS queue_ns,
        k.duration_ns AS kernel_ns
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
),

groups AS (
    SELECT
        global_tid, device_id, api_name_id, kernel_name,
        count(*) AS instances,
        count(queue_ns) AS queued,
        sum(total_ns)::DOUBLE / nullif(count(total_ns), 0) AS total_avg_ns,
        median(total_ns) AS total_med_ns,
        min(total_ns) AS total_min_ns,
        max(total_ns) AS total_max_ns,
        _sample_stddev(total_ns) AS total_stddev_ns,
        sum(api_ns)::DOUBLE / nullif(count(api_ns), 0) AS api_avg_ns,
        median(api_ns) AS api_med_ns,
        min(api_ns) AS api_min_ns,
        max(api_ns) AS api_max_ns,
        _sample_stddev(api_ns) AS api_stddev_ns,
        sum(queue_ns)::DOUBLE / nullif(count(queue_ns), 0) AS queue_avg_ns,
        median(queue_ns) AS queue_med_ns,
        min(queue_ns) AS queue_min_ns,
        max(queue_ns) AS queue_max_ns,
        _sample_stddev(queue_ns) AS queue_stddev_ns,
        sum(kernel_ns)::DOUBLE / nullif(count(kernel_ns), 0) AS kernel_avg_ns,
        median(kernel_ns) AS kernel_med_ns,
        min(kernel_ns) AS kernel_min_ns,
        max(kernel_ns) AS kernel_max_ns,
        _sample_stddev(kernel_ns) AS kernel_stddev_ns
    FROM pairs
    GROUP BY global_tid, device_id, api_name_id, kernel_name
)

SELECT
    process_of(g.global_tid) AS pid,
    thread_of(g.global_tid) AS tid,
    g.device_id,
    g.instances,
    g.queued,
    g.total_avg_ns, g.total_med_ns, g.total_min_ns, g.total_max_ns, g.total_stddev_ns,
    g.api_avg_ns, g.api_med_ns, g.api_min_ns, g.api_max_ns, g.api_stddev_ns,
    g.queue_avg_ns, g.queue_med_ns, g.queue_min_ns, g.queue_max_ns, g.queue_stddev_ns,
    g.kernel_avg_ns, g.kernel_med_ns, g.kernel_min_ns, g.kernel_max_ns, g.kernel_stddev_ns,
    regexp_replace(name_of(s.text, g.api_name_id), '_v\d{4}$', '') AS api_name,
    g.kernel_name
FROM groups AS g
LEFT JOIN strings AS s ON s.string_id = g.api_name_id
ORDER BY g.total_avg_ns DESC, pid, tid, g.device_id, api_name, g.kernel_name
LIMIT nullif($rows, 0)
