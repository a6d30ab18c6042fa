-- name: doctor
-- summary: What this export can answer and what not, why, and how to record what is missing.
-- command: doctor
-- description: 'ok': it is there, or it was traced and did not happen. 'missing': not in the export, with why and
--     what to do: the options of nsys profile that record it, or another export. 'warning': figures that need care. 'note':
--     worth knowing.
-- needs: session, coverage, diagnostics, processes, cuda_api, gpu_kernels, gpu_activity, _availability
-- needs: _counted, nvtx_events, _unread_tables, _export_version, _export_settings, _idle_parts
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
    (25, 'GPU names and bandwidths', ['TARGET_INFO_GPU', 'TARGET_INFO_CUDA_GPU'])
),

recorded AS (
    SELECT
        t.rank,
        t.topic,
        bool_or(a.is_captured) AS is_captured,
        CASE t.topic
            -- the table also names domains, categories and threads
            WHEN 'NVTX ranges and marks' THEN (SELECT count(*) FROM nvtx_events)
            ELSE sum(c.row_count)
        END::BIGINT AS row_count,
        arg_min(a.state, a.precedence) AS state,
        arg_min(a.reason, a.precedence) AS reason,
        min_by({'value': CASE WHEN a.state = 'not captured' AND a.advice IS NOT NULL THEN a.how_to_record ELSE a.advice END}, a.precedence)['value']
            AS advice
    FROM topics AS t
    INNER JOIN _availability AS a ON list_contains(t.table_names, a.table_name)
    INNER JOIN coverage AS c ON c.table_name = a.table_name
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
    SELECT 2, 'note', 'export settings', fact, meaning
    FROM (
        SELECT
            unnest([
                {
                    'is_so': is_normalized,
                    'fact': 'the export is normalized (--ts-normalize): its times are UTC',
                    'meaning': 'all times here are of the session: session.start_utc_ns + t is the time of day'
                },
                {
                    'is_so': shift_ns <> 0,
                    'fact': format('the export is shifted by {} ns (--ts-shift)', shift_ns),
                    'meaning': 'all times here are of the session, without the shift'
                },
                {
                    'is_so': asked_tables IS NOT NULL,
                    'fact': 'the export has some tables alone: --tables=' || asked_tables,
                    'meaning': 'export again without --tables for the others'
                },
                {
                    'is_so': asked_times IS NOT NULL,
                    'fact': 'the export is of a part of the time: --times=' || asked_times,
                    'meaning': 'all figures are of that part; export again without --times for the whole'
                }
            ], recursive := TRUE)
        FROM _export_settings
    )
    WHERE is_so
    UNION ALL
    SELECT 3, 'warning', 'names', reason || ': kernels, calls and threads have no names', advice
    FROM _availability
    WHERE table_name = 'StringIds' AND NOT is_captured
    UNION ALL
    SELECT
        rank,
        CASE WHEN is_captured OR state = 'did not happen' THEN 'ok' ELSE 'missing' END,
        topic,
        CASE
            WHEN is_captured AND row_count = 0 THEN 'recorded, and empty'
            WHEN is_captured THEN format('rows: {:,}', row_count)
            WHEN state = 'not captured' AND reason LIKE 'n%' THEN 'not in this export'
                || CASE WHEN reason LIKE 'not captured: %' THEN replace(reason, 'not captured', '') ELSE '' END
            ELSE reason
        END,
        CASE WHEN NOT is_captured THEN advice END
    FROM recorded
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
