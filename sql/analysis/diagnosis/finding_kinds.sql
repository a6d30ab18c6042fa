-- name: finding_kinds
-- summary: The kinds of findings: a sentence, what speaks against it, the usual remedy, and the SQL with the evidence.
-- description: In a title {range}, {kernel} and {share} stand for the finding's own.
-- column: kind VARCHAR -- the kind
-- column: title VARCHAR -- one sentence
-- column: confidence VARCHAR -- high, medium or low
-- column: against VARCHAR -- what speaks against it
-- column: remedy VARCHAR -- the next check or the usual remedy
-- column: evidence VARCHAR -- a statement that prints the figures

SELECT kind, title, confidence, against, remedy, evidence
FROM (
    VALUES
    (
        'launch_bound', 'The host is too slow to launch: the GPU waits for launches.', 'high',
        'An infinitely fast host is assumed; the profiler itself slows launches down.',
        'Launch less often (CUDA graphs, fused kernels, larger batches), or find what the host does in between.',
        'SELECT step_id, gpu_id, launch_starved_ns, idle_ns FROM step_budget ORDER BY launch_starved_ns DESC LIMIT 20'
    ),
    (
        'queue_drained', 'The host waits for the device, the queue runs empty, and the GPU waits until it is filled again.',
        'high', 'The wait may be needed, as for a value that decides what comes next.',
        'Leave the synchronize call out, or move it to where the next work is queued already.',
        'SELECT * FROM gpu_idle WHERE cause = ''sync'' ORDER BY duration_ns DESC LIMIT 20'
    ),
    (
        'pageable_copy', 'Copies from or to pageable memory block the host while the GPU does not compute.', 'high',
        'Pinning memory takes time and memory itself.',
        'Copy from pinned memory, asynchronously, on a stream of its own.',
        'SELECT copy_kind, src_kind, dst_kind, count(*), sum(bytes), sum(duration_ns) FROM gpu_memcpy GROUP BY ALL'
    ),
    (
        'exposed_copy', 'Copies hold compute up: the next kernel waits for a copy, or the host for one before it launches.', 'medium',
        'The next compute may need what is copied.',
        'Copy ahead on a stream of its own, or copy less.',
        'SELECT copy_kind, stream_id, count(*), sum(bytes), sum(duration_ns) FROM gpu_memcpy GROUP BY ALL'
    ),
    (
        'exposed_communication', 'Communication runs while nothing computes.', 'low',
        'An upper bound: no dependency shows that compute waited for it.',
        'Look for what the GPU waits for at these times.',
        'SELECT step_id, gpu_id, communication_only_ns, blocking_communication_ns FROM step_budget'
    ),
    (
        'blocking_communication', 'Compute waits for communication.', 'high',
        'The time of a collective includes its waiting for other GPUs.',
        'Start the collective earlier, in smaller parts, or overlap it with compute that does not need it.',
        'SELECT step_id, gpu_id, blocking_communication_ns FROM step_budget ORDER BY blocking_communication_ns DESC LIMIT 20'
    ),
    (
        'same_stream', 'Communication and compute are on one stream, so that they cannot overlap.', 'medium',
        'The compute after it may need its result.',
        'Issue the collective on a stream of its own, with an event where its result is needed.',
        'SELECT stream_id, name, count(*), sum(duration_ns) FROM gpu_activity GROUP BY ALL ORDER BY stream_id, name'
    ),
    (
        'allocation_in_loop', 'The host allocates or frees memory in every step while the GPU waits.', 'high',
        'The first steps of a run allocate more than later ones.',
        'Allocate once before the loop, or from a pool (cudaMallocAsync, a caching allocator).',
        'SELECT api_base_name, count(*), sum(duration_ns) FROM cuda_api WHERE api_class = ''alloc'' GROUP BY ALL'
    ),
    (
        'os_blocking', 'The launching thread is blocked in the operating system while the GPU waits.', 'high',
        'The call may wait for another thread that works.',
        'Load data in other threads and ahead of time; look at the call and its backtrace.',
        'SELECT call_name, count(*), sum(duration_ns) FROM os_runtime GROUP BY ALL ORDER BY 3 DESC'
    ),
    (
        'profiler_overhead', 'Profiling itself holds up the launching thread.', 'high',
        'Without the profiler this time is not lost.',
        'Trace less, or leave these steps out: --steps.',
        'SELECT overhead_name, count(*), sum(duration_ns) FROM profiler_overhead GROUP BY ALL'
    ),
    (
        'gpu_imbalance', 'This GPU computes longer than the others, which wait for it.', 'medium',
        'GPUs may have different parts on purpose, as stages of a pipeline.',
        'Distribute the work evenly, or look for a slower GPU.',
        'SELECT gpu_id, avg(compute_ns), avg(communication_only_ns) FROM step_budget WHERE is_steady GROUP BY gpu_id'
    ),
    (
        'dominant_kernel', 'One kernel, {kernel}, has {share} % of the kernels'' time.', 'high',
        'Nothing in the trace says how much quicker it could be.',
        'Look at the kernel itself with Nsight Compute.',
        'SELECT short_name, count(*), sum(duration_ns) FROM gpu_kernels GROUP BY ALL ORDER BY 3 DESC LIMIT 20'
    ),
    (
        'kernel_drift', 'The kernel {kernel} becomes slower from step to step.', 'medium',
        'Its input may grow, as a sequence does.',
        'Compare its grid and the GPU''s clocks in early and late steps.',
        'SELECT short_name, start_ns, duration_ns, grid_x FROM gpu_kernels ORDER BY short_name, start_ns'
    ),
    (
        'small_grid', 'The kernel {kernel} has fewer blocks than half of the multiprocessors.', 'low',
        'Assumes that the work could be spread over all multiprocessors, and that nothing else ran beside it.',
        'Give it more parallelism, or run it beside other work.',
        'SELECT short_name, grid_x, grid_y, grid_z, count(*), sum(duration_ns) FROM gpu_kernels GROUP BY ALL'
    )
) AS known (kind, title, confidence, against, remedy, evidence)
