-- name: detail_not_captured
-- summary: Keys of the summary that are null since the export does not have the data, and how to get it.
-- description: The reason is that of coverage: not captured, not exported, not recorded by this version, lost, or
--     it did not happen. A key that stands on several kinds of data has a row for each that
--     is missing.
-- command: summarize
-- needs: _availability, session
-- column: key VARCHAR -- place in the summary; [] stands for every entry of a list
-- column: reason VARCHAR -- why it is null
-- column: how_to_capture VARCHAR -- what to do to have it, as in nsys profile --trace=cuda; NULL for nothing

WITH kinds (kind, table_names) AS (
    VALUES
    (
        'work', [
            'CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_MEMCPY', 'CUPTI_ACTIVITY_KIND_MEMSET',
            'CUPTI_ACTIVITY_KIND_GRAPH_TRACE', 'CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS'
        ]
    ),
    ('kernels', ['CUPTI_ACTIVITY_KIND_KERNEL']),
    ('kernels or graphs', ['CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE']),
    (
        'copies', [
            'CUPTI_ACTIVITY_KIND_MEMCPY', 'CUPTI_ACTIVITY_KIND_MEMSET',
            'CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS'
        ]
    ),
    ('api', ['CUPTI_ACTIVITY_KIND_RUNTIME']),
    ('waits', ['CUPTI_ACTIVITY_KIND_RUNTIME', 'CUPTI_ACTIVITY_KIND_SYNCHRONIZATION']),
    ('nvtx', ['NVTX_EVENTS']),
    ('gpus', ['TARGET_INFO_GPU', 'TARGET_INFO_CUDA_GPU']),
    ('diagnostics', ['DIAGNOSTIC_EVENT'])
),

keys (place, key, kind) AS (
    VALUES
    (1, 'gpu_activity_span_s', 'work'),
    (2, 'gpu_busy_union_s', 'work'),
    (3, 'gpu_idle_within_span_s', 'work'),
    (4, 'kernel_count', 'kernels'),
    (5, 'graph_node_kernel_count', 'kernels'),
    (6, 'nvtx[].gpu_overlap_s', 'work'),
    (20, 'gpus', 'gpus'),
    (30, 'gpu_time', 'work'),
    (31, 'gpu_time[].gpu_name', 'gpus'),
    (32, 'gpu_time[].kernel_only_ns', 'kernels or graphs'),
    (33, 'gpu_time[].copy_only_ns', 'copies'),
    (34, 'gpu_time[].both_ns', 'kernels or graphs'),
    (35, 'gpu_time[].both_ns', 'copies'),
    (36, 'gpu_time[].kernel_count', 'kernels or graphs'),
    (37, 'gpu_time[].copy_count', 'copies'),
    (40, 'idle_causes', 'work'),
    (41, 'idle_causes[].blocked_ns', 'api'),
    (50, 'memory_operations', 'copies'),
    (60, 'api_classes', 'api'),
    (70, 'syncs', 'waits'),
    (71, 'syncs[].busy_ns', 'work'),
    (72, 'syncs[].idle_ns', 'work'),
    (80, 'dispatch_steps', 'nvtx'),
    (81, 'dispatch_steps[].busy_sum_ns', 'work'),
    (82, 'dispatch_steps[].busy_median_ns', 'work'),
    (83, 'dispatch_steps[].busy_p95_ns', 'work'),
    (84, 'dispatch_steps[].idle_sum_ns', 'work'),
    (85, 'dispatch_steps[].idle_median_ns', 'work'),
    (86, 'dispatch_steps[].idle_p95_ns', 'work'),
    (87, 'dispatch_steps[].kernel_median', 'kernels or graphs'),
    (90, 'communication', 'kernels'),
    (100, 'data_quality.untimed_kernel_count', 'kernels'),
    (101, 'data_quality.untimed_operation_count', 'work'),
    (102, 'data_quality.untimed_call_count', 'api'),
    (103, 'data_quality.open_range_count', 'nvtx'),
    (104, 'data_quality.whole_graph_count', 'kernels or graphs'),
    (110, 'data_quality.silent_processes', 'api'),
    (111, 'data_quality.diagnostics', 'diagnostics')
),

missing AS (
    SELECT
        k.kind,
        k.table_names,
        arg_min(c.reason, c.precedence) AS reason,
        min_by({'value': CASE WHEN c.state = 'not captured' THEN 'nsys profile ' || c.how_to_record ELSE c.advice END}, c.precedence)['value']
            AS advice
    FROM kinds AS k
    INNER JOIN _availability AS c ON list_contains(k.table_names, c.table_name)
    GROUP BY k.kind, k.table_names
    HAVING NOT bool_or(c.is_captured)
),

told AS (
    SELECT
        unnest([
            {'place': 10, 'key': 'capture.nsys_version', 'is_told': nsys_version IS NOT NULL},
            {'place': 11, 'key': 'capture.export_schema_version', 'is_told': schema_version IS NOT NULL},
            {'place': 12, 'key': 'capture.start_utc', 'is_told': start_utc IS NOT NULL},
            {'place': 13, 'key': 'capture.start_utc_ns', 'is_told': start_utc_ns IS NOT NULL},
            {'place': 14, 'key': 'capture.duration_ns', 'is_told': duration_ns IS NOT NULL},
            {'place': 15, 'key': 'capture.hostname', 'is_told': hostname IS NOT NULL},
            {'place': 16, 'key': 'capture.driver_version', 'is_told': driver_version IS NOT NULL},
            {'place': 17, 'key': 'capture.cuda_version', 'is_told': cuda_version IS NOT NULL},
            {'place': 18, 'key': 'capture.graph_tracing', 'is_told': graph_tracing IS NOT NULL},
            {'place': 19, 'key': 'capabilities.graph_mode', 'is_told': graph_tracing IS NOT NULL}
        ]) AS fact
    FROM session
),

found AS (
    SELECT
        k.place,
        k.key,
        'the export has no ' || array_to_string(m.table_names, ', ')
        || ': ' || m.reason AS reason,
        m.advice AS how_to_capture
    FROM keys AS k
    INNER JOIN missing AS m ON m.kind = k.kind
    UNION ALL
    SELECT fact.place, fact.key, 'the export does not tell', NULL
    FROM told
    WHERE NOT fact.is_told
)

SELECT key, reason, how_to_capture
FROM found
ORDER BY place
