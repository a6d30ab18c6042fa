-- name: _availability
-- summary: Every table of the export that the views read: captured, or why it is not there.
-- description: The one place that decides it, from the tables, from what the export says of itself and of the
--     capture, and from the calls that say that device work happened. states: captured; not recorded by this
--     version of nsys; not exported (--tables, --times); lost (calls say that it happened); not captured (it was
--     not asked for, or nothing says that it was); did not happen (it was traced).
-- needs: _captured, _export_settings, _trace_options, _work_calls, how_to_record
-- column: table_name VARCHAR -- name as in NVIDIA's documentation
-- column: is_captured BOOLEAN -- whether its rows are in the export, be they none
-- column: is_device_work BOOLEAN -- whether its rows keep a GPU busy
-- column: state VARCHAR -- captured, not recorded by this version, not exported, lost, not captured, did not happen
-- column: reason VARCHAR -- why the table is not there; NULL if it is captured
-- column: how_to_record VARCHAR -- options of nsys profile; NULL for what nsys writes by itself
-- column: advice VARCHAR -- what to do, a sentence without its end; NULL for nothing
-- column: precedence BIGINT -- of several tables that lack, the one that speaks for all is the first

WITH history (table_name, last_without) AS (
    -- the newest schema that was seen without a table that later ones have
    VALUES
    ('META_DATA_CAPTURE', [3, 0, 0]),
    ('DIAGNOSTIC_EVENT', [3, 4, 0]),
    ('TARGET_INFO_CUDA_CONTEXT_INFO', [3, 4, 0]),
    ('TARGET_INFO_CUDA_DEVICE', [3, 13, 2]),
    ('CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS', [3, 13, 2]),
    ('CUPTI_ACTIVITY_KIND_OVERHEAD', [3, 20, 2]),
    ('CUPTI_ACTIVITY_KIND_JIT', [3, 25, 0])
),

totals AS (
    SELECT
        coalesce(bool_or(table_name IN ('CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME')), FALSE)
            AS shows_cuda,
        coalesce(bool_or(table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE'), FALSE) AS has_graphs,
        coalesce(bool_or(is_device_work), FALSE) AS has_work
    FROM _captured
    WHERE is_captured
),

facts AS (
    SELECT
        c.table_name,
        c.is_captured,
        c.is_device_work,
        t.shows_cuda,
        t.has_graphs,
        t.has_work,
        e.schema_version,
        e.asked_tables,
        e.asked_times,
        list_transform(string_split(e.schema_version, '.'), part -> try_cast(part AS BIGINT)) <= h.last_without
            AS is_too_old,
        -- nsys takes regular expressions; one that this engine may read in another way is not tried
        e.asked_tables IS NOT NULL
        AND NOT coalesce(
            regexp_matches(e.asked_tables, '^[\w.$^]+([*][\w.$^]+)*[*]?([, ]+[\w.$^]+([*][\w.$^]+)*[*]?)*$')
            AND regexp_matches(
                c.table_name,
                CASE
                    WHEN regexp_matches(e.asked_tables, '^[\w.$^]+([*][\w.$^]+)*[*]?([, ]+[\w.$^]+([*][\w.$^]+)*[*]?)*$')
                        THEN '(?i)' || regexp_replace(e.asked_tables, '[, ]+', '|', 'g')
                    ELSE ''
                END
            ),
            FALSE
        ) AS is_left_out,
        regexp_matches(
            c.table_name,
            '^(CUPTI_ACTIVITY|CUDA_(GPU|UM|GRAPH)_|NVTX_EVENTS|OSRT_API|SYSCALL$|MPI_.*_EVENTS|OPENMP|UCP_.*EVENTS|COMPOSITE|SCHED|GPU_METRICS|GENERIC_EVENTS|CUBLAS|CUDNN|NET_.*(METRIC|EVENT)|PROFILER_OVERHEAD)'
        ) AS is_event,
        CASE
            WHEN c.table_name LIKE 'CUDA\_GPU\_MEMORY%' ESCAPE '\' THEN o.memory_usage
            WHEN c.table_name = 'CUDA_UM_CPU_PAGE_FAULT_EVENTS' THEN o.cpu_faults
            WHEN c.table_name = 'CUDA_UM_GPU_PAGE_FAULT_EVENTS' THEN o.gpu_faults
            WHEN c.table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE' THEN o.cuda AND o.graph_mode = 'graph'
            WHEN c.table_name IN ('CUPTI_ACTIVITY_KIND_MEMCPY', 'CUPTI_ACTIVITY_KIND_MEMSET')
                THEN coalesce(o.cuda, CASE WHEN t.shows_cuda THEN TRUE END)
            WHEN c.table_name IN ('CUPTI_ACTIVITY_KIND_KERNEL', 'CUPTI_ACTIVITY_KIND_RUNTIME') THEN o.cuda
            WHEN c.table_name LIKE 'CUPTI\_%' ESCAPE '\' OR c.table_name LIKE 'CUDA\_%' ESCAPE '\'
                THEN CASE WHEN NOT o.cuda THEN FALSE END
            WHEN c.table_name = 'NVTX_EVENTS' THEN o.nvtx
            WHEN c.table_name = 'OSRT_API' THEN o.os_runtime
            WHEN c.table_name = 'COMPOSITE_EVENTS' THEN o.cpu_samples
            WHEN c.table_name = 'SCHED_EVENTS' THEN o.scheduling
        END AS is_traced,
        CASE c.table_name
            WHEN 'CUPTI_ACTIVITY_KIND_KERNEL'
                THEN {'n': w.launch_count, 'call': 'launch call', 'what': 'kernel'}
            WHEN 'CUPTI_ACTIVITY_KIND_MEMCPY' THEN {'n': w.copy_count, 'call': 'copy call', 'what': 'copy'}
            WHEN 'CUPTI_ACTIVITY_KIND_MEMSET' THEN {'n': w.memset_count, 'call': 'memset call', 'what': 'memset'}
            WHEN 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE'
                THEN
                    {
                        'n': CASE WHEN w.has_nodes OR o.graph_mode = 'node' THEN 0 ELSE w.graph_launch_count END,
                        'call': 'graph launch call',
                        'what': 'graph'
                    }
        END AS calls
    FROM _captured AS c
    CROSS JOIN totals AS t
    CROSS JOIN _export_settings AS e
    CROSS JOIN _trace_options AS o
    CROSS JOIN _work_calls AS w
    LEFT JOIN history AS h ON h.table_name = c.table_name
),

judged AS (
    SELECT
        *,
        CASE
            WHEN is_captured THEN 'captured'
            WHEN is_too_old THEN 'not recorded by this version'
            WHEN NOT is_traced AND coalesce(calls.n, 0) = 0 THEN 'not captured'
            WHEN is_left_out OR table_name = 'StringIds' THEN 'not exported'
            WHEN asked_times IS NOT NULL AND is_event THEN 'not exported'
            WHEN calls.n > 0 AND NOT has_graphs THEN 'lost'
            WHEN calls.n > 0 THEN 'not captured'
            WHEN table_name = 'CUPTI_ACTIVITY_KIND_RUNTIME' AND is_traced AND has_work THEN 'lost'
            WHEN is_traced THEN 'did not happen'
            ELSE 'not captured'
        END AS state,
        CASE
            WHEN calls.n > 0
                THEN format('{:,} ', calls.n) || calls.call || CASE WHEN calls.n > 1 THEN 's' ELSE '' END
                    || ', no ' || calls.what || ' was captured'
        END AS contradiction,
        table_name = 'CUPTI_ACTIVITY_KIND_SYNCHRONIZATION' AND shows_cuda AND is_traced IS NOT FALSE AS is_unsure,
        CASE
            WHEN table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE' AND NOT has_work THEN '--trace=cuda'
            WHEN calls.n > 0 AND has_graphs THEN '--trace=cuda --cuda-graph-trace=node'
            ELSE how_to_record(table_name)
        END AS options
    FROM facts
)

SELECT
    table_name,
    is_captured,
    is_device_work,
    state,
    CASE state
        WHEN 'not recorded by this version'
            THEN 'not recorded by this version: export schema ' || schema_version || ' does not have it'
        WHEN 'not exported'
            THEN
                CASE
                    WHEN is_left_out THEN 'not exported: nsys export --tables left it out'
                    WHEN table_name = 'StringIds' THEN 'not exported: nsys always has it, and names are in it'
                    ELSE 'not exported: there is none in the part of time of nsys export --times'
                END
        WHEN 'lost' THEN coalesce(contradiction, 'GPU work was captured, no call was') || ': it was lost'
        WHEN 'did not happen'
            THEN
                CASE
                    WHEN table_name LIKE 'CU%' THEN 'CUDA'
                    WHEN table_name LIKE 'NVTX%' THEN 'NVTX'
                    ELSE 'it'
                END || ' was traced, and there was none'
        WHEN 'not captured'
            THEN
                CASE
                    WHEN contradiction IS NOT NULL
                        THEN contradiction || ': CUDA graphs were traced as a whole'
                    WHEN NOT is_traced THEN 'not captured: it was not asked for'
                    WHEN is_unsure THEN 'CUDA was traced: there was none, or this version of nsys does not record it'
                    WHEN options IS NULL THEN 'nsys did not write it'
                    ELSE 'not recorded, or nothing of its kind happened'
                END
    END AS reason,
    options AS how_to_record,
    CASE state
        WHEN 'not recorded by this version' THEN 'a newer nsys records it'
        WHEN 'not exported'
            THEN
                'export again'
                || CASE WHEN is_left_out THEN ' without --tables' WHEN asked_times IS NOT NULL THEN ' without --times' ELSE '' END
        WHEN 'lost' THEN 'nsys profile ' || options || ' records it, where the driver lets nsys trace the GPU'
        WHEN 'not captured' THEN CASE WHEN NOT is_unsure THEN 'nsys profile ' || options || ' records it' END
    END AS advice,
    row_number() OVER (
        ORDER BY
            list_position(
                ['lost', 'not exported', 'not captured', 'did not happen', 'not recorded by this version', 'captured'],
                state
            ),
            options NULLS LAST,
            table_name <> 'CUPTI_ACTIVITY_KIND_KERNEL',
            table_name
    ) AS precedence
FROM judged
