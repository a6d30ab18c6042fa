-- name: doctor
-- summary: What this export can answer and what not, why, and how to record what is missing.
-- command: doctor
-- description: 'ok': it is there. 'missing': not in the export, with the options of nsys profile that
--     record it; nothing of its kind may have happened. 'warning': figures that need care. 'note':
--     worth knowing.
-- needs: session, coverage, diagnostics, processes, cuda_api, gpu_kernels, gpu_activity
-- needs: _counted, nvtx_events, _unread_tables, _export_version, _idle_parts
-- column: rank INTEGER -- order in which to tell
-- column: status VARCHAR -- ok, missing, warning or note
-- column: topic VARCHAR -- what it is about
-- column: finding VARCHAR -- what was found
-- column: advice VARCHAR -- what to do; NULL for nothing

WITH topics (rank, topic, table_names) AS (
    VALUES
    (10, 'kernels', ['CUPTI_ACTIVITY_KIND_KERNEL']),
    (11, 'copies', ['CUPTI_ACTIVITY_KIND_MEMCPY']),
    (12, 'memsets', ['CUPTI_ACTIVITY_KIND_MEMSET']),
    (13, 'CUDA API calls, launches, causes of idle time', ['CUPTI_ACTIVITY_KIND_RUNTIME']),
    (14, 'synchronisation', ['CUPTI_ACTIVITY_KIND_SYNCHRONIZATION']),
    (15, 'NVTX ranges and marks', ['NVTX_EVENTS']),
    (16, 'OS runtime calls', ['OSRT_API']),
    (17, 'CPU samples', ['COMPOSITE_EVENTS']),
    (18, 'thread scheduling', ['SCHED_EVENTS']),
    (19, 'GPU memory allocations', ['CUDA_GPU_MEMORY_USAGE_EVENTS']),
    (20, 'GPU metrics', ['GPU_METRICS']),
    (21, 'unified memory faults', ['CUDA_UM_CPU_PAGE_FAULT_EVENTS', 'CUDA_UM_GPU_PAGE_FAULT_EVENTS']),
    (22, 'MPI', ['MPI_P2P_EVENTS', 'MPI_COLLECTIVES_EVENTS', 'MPI_START_WAIT_EVENTS', 'MPI_OTHER_EVENTS']),
    (23, 'cuBLAS and cuDNN calls', ['CUBLAS_EVENTS', 'CUDNN_EVENTS']),
    (24, 'network', ['NET_NIC_METRIC', 'NET_IB_SWITCH_METRIC']),
    (25, 'GPU names and bandwidths', ['TARGET_INFO_GPU'])
),

-- what nsys records with every trace of CUDA, where it happened
with_cuda AS (
    SELECT coalesce(bool_or(is_captured), FALSE) AS is_traced
    FROM coverage
    WHERE table_name IN ('CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME', 'CUPTI_ACTIVITY_KIND_MEMCPY')
),

recorded AS (
    SELECT
        t.rank,
        t.topic,
        bool_or(c.is_captured) AS is_captured,
        CASE t.topic
            -- the table also names domains, categories and threads
            WHEN 'NVTX ranges and marks' THEN (SELECT count(*) FROM nvtx_events)
            ELSE sum(c.row_count)
        END::BIGINT AS row_count,
        min(c.how_to_record) AS how_to_record
    FROM topics AS t
    INNER JOIN coverage AS c ON list_contains(t.table_names, c.table_name)
    GROUP BY t.rank, t.topic
),

launching AS (
    SELECT global_pid, min(pid) AS pid, count(*) AS launch_count
    FROM cuda_api
    WHERE api_class = 'launch'
    GROUP BY global_pid
),

working AS (
    SELECT DISTINCT global_pid FROM gpu_activity WHERE kind IN ('kernel', 'graph')
),

work AS (
    SELECT
        count(*) FILTER (WHERE end_ns IS NULL) AS untimed_count,
        count(*) FILTER (WHERE kind = 'graph') AS graph_count,
        count(*) FILTER (WHERE kind = 'kernel') AS kernel_count,
        count(*) FILTER (WHERE kind = 'kernel' AND graph_node_id IS NOT NULL) AS node_count
    FROM gpu_activity
),

stream_reach AS (
    SELECT
        start_ns,
        max(end_ns) OVER (
            PARTITION BY gpu_id, global_pid, context_id, stream_id ORDER BY start_ns, end_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns
    FROM gpu_kernels
    WHERE end_ns IS NOT NULL AND graph_node_id IS NULL
),

findings AS (
    SELECT
        1 AS rank,
        CASE WHEN v.is_newer_than_tested THEN 'warning' ELSE 'ok' END AS status,
        'version' AS topic,
        'nsys ' || coalesce(s.nsys_version, 'of unknown version') || ', export schema '
        || coalesce(s.schema_version, 'unknown') AS finding,
        CASE
            WHEN v.is_newer_than_tested
                THEN 'newer than any schema that was tried: compare some figures with nsys stats'
        END AS advice
    FROM session AS s, _export_version AS v
    UNION ALL
    SELECT
        rank,
        CASE WHEN is_captured OR (is_traced AND topic IN ('copies', 'memsets')) THEN 'ok' ELSE 'missing' END,
        topic,
        CASE
            WHEN NOT is_captured AND is_traced AND topic IN ('copies', 'memsets')
                THEN 'none: CUDA was traced, and nsys writes no table without rows'
            WHEN NOT is_captured AND is_traced AND topic = 'synchronisation'
                THEN 'not in this export, though CUDA was traced: there was none, or this nsys does not record it'
            WHEN NOT is_captured THEN 'not in this export'
            WHEN row_count = 0 THEN 'recorded, and empty'
            ELSE format('rows: {:,}', row_count)
        END,
        CASE
            WHEN NOT is_captured AND NOT (is_traced AND topic IN ('copies', 'memsets', 'synchronisation'))
                THEN how_to_record
        END
    FROM recorded
    CROSS JOIN with_cuda
    UNION ALL
    SELECT
        30,
        CASE WHEN w.graph_count > 0 THEN 'warning' ELSE 'ok' END,
        'CUDA graphs',
        CASE
            WHEN w.graph_count > 0
                THEN _counted(w.graph_count, 'graph launch') || ' traced as a whole: the kernels are not visible'
            ELSE 'kernels that are nodes of graphs: ' || format('{:,}', w.node_count)
        END
        || coalesce(' (tracing mode: ' || s.graph_tracing || ')', ''),
        CASE WHEN w.graph_count > 0 THEN '--cuda-graph-trace=node' END
    FROM work AS w, session AS s
    WHERE w.graph_count > 0 OR w.node_count > 0
    UNION ALL
    SELECT
        31,
        'warning',
        'process without kernels',
        format('process {} ', l.pid) || coalesce('(' || p.process_name || ') ', '')
        || 'made ' || _counted(l.launch_count, 'launch call') || ', and no kernel of it was captured',
        'GPU figures leave it out: check for CUPTI errors below, and trace child processes with '
        || '--trace-fork-before-exec=true'
    FROM launching AS l
    LEFT JOIN (SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid) AS p ON p.pid = l.pid
    WHERE NOT EXISTS (FROM working AS w WHERE w.global_pid IS NULL OR w.global_pid = l.global_pid)
    UNION ALL
    SELECT
        32, 'warning', 'untimed work', format('GPU operations without usable times: {:,}', untimed_count),
        'they are counted, and in no time'
    FROM work
    WHERE untimed_count > 0
    UNION ALL
    SELECT
        33,
        'note',
        'open ranges',
        format('NVTX ranges that had not ended when the capture stopped: {:,}', count(*)),
        'they are rows with end_ns NULL, and in no sum'
    FROM nvtx_events
    WHERE is_range AND end_ns IS NULL
    HAVING count(*) > 0
    UNION ALL
    SELECT
        34,
        'note',
        'overlap within streams',
        format('kernels that began before the one before them on their stream had ended: {:,}', count(*)),
        'programmatic launches may; else sums per stream exceed its busy time'
    FROM stream_reach
    WHERE start_ns < reached_ns
    HAVING count(*) > 0
    UNION ALL
    SELECT
        40,
        'warning',
        'nsys ' || severity,
        message || CASE WHEN count(*) > 1 THEN format(' (x {:,})', count(*)) ELSE '' END,
        NULL
    FROM diagnostics
    WHERE severity IN ('warning', 'error') OR regexp_matches(message, '(?i)\b(drop|dropped|lost|discard)')
    GROUP BY severity, message
    UNION ALL
    SELECT
        35,
        'warning',
        'profiler overhead',
        format(
            'the profiler took {:.3f} ms of the GPU''s idle time ({:.1f} %), on the threads that launch',
            sum(end_ns - start_ns) FILTER (WHERE activity = 'profiler overhead') / 1e6,
            100.0 * sum(end_ns - start_ns) FILTER (WHERE activity = 'profiler overhead') / sum(end_ns - start_ns)
        ),
        'idle_parts shows it apart, as activity ''profiler overhead''; without a profiler it is not there'
    FROM _idle_parts
    HAVING count(*) FILTER (WHERE activity = 'profiler overhead') > 0
    UNION ALL
    SELECT
        50, 'note', 'table that no view reads', table_name || format(' (rows: {:,})', row_count),
        'reach it as raw.' || table_name
    FROM _unread_tables
)

SELECT
    rank,
    status,
    topic,
    -- messages and names of the capture may have lines of their own
    trim(regexp_replace(finding, '\s*[\r\n]+\s*', ' ', 'g')) AS finding,
    advice
FROM findings
ORDER BY rank, status, topic, finding
