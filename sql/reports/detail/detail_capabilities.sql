-- name: detail_capabilities
-- summary: Which questions the trace can answer.
-- description: Of the whole trace, whatever window or GPU was asked for. has_... means that there is at
--     least one of it; whether its absence says anything stands in not_captured.
-- command: summarize
-- needs: coverage, session, whole.gpu_activity, whole.nvtx_events, whole.cuda_api
-- column: has_kernels BOOLEAN -- kernels with names and times
-- column: has_graph_nodes BOOLEAN -- work that nodes of CUDA graphs did
-- column: has_whole_graphs BOOLEAN -- CUDA graphs traced as a whole, without their kernels
-- column: has_memcpy BOOLEAN -- copies
-- column: has_memset BOOLEAN -- memsets
-- column: has_cuda_api BOOLEAN -- CUDA API calls
-- column: has_sync_records BOOLEAN -- synchronisation records
-- column: has_nvtx BOOLEAN -- NVTX ranges or marks
-- column: has_os_runtime BOOLEAN -- calls into the operating system's libraries
-- column: has_cpu_samples BOOLEAN -- CPU samples
-- column: has_thread_scheduling BOOLEAN -- thread scheduling
-- column: has_mpi BOOLEAN -- MPI calls
-- column: has_gpu_metrics BOOLEAN -- sampled GPU metrics
-- column: has_memory_usage BOOLEAN -- allocations of GPU memory
-- column: has_network_metrics BOOLEAN -- metrics of network cards or switches
-- column: graph_mode VARCHAR -- graph (as a whole), node, none captured; NULL where the export does not tell
-- column: multi_device BOOLEAN -- more than one GPU worked
-- column: multi_process BOOLEAN -- more than one process had GPU work, CUDA calls or NVTX events
-- column: gpu_count BIGINT -- GPUs that worked
-- column: process_count BIGINT -- processes with GPU work, CUDA calls or NVTX events

WITH tables_with_rows AS (
    SELECT table_name FROM coverage WHERE row_count > 0
),

work AS (
    SELECT
        coalesce(bool_or(kind = 'kernel'), FALSE) AS has_kernels,
        coalesce(bool_or(graph_node_id IS NOT NULL), FALSE) AS has_graph_nodes,
        coalesce(bool_or(kind = 'graph'), FALSE) AS has_whole_graphs,
        coalesce(bool_or(kind = 'memcpy'), FALSE) AS has_memcpy,
        coalesce(bool_or(kind = 'memset'), FALSE) AS has_memset,
        count(DISTINCT gpu_id) AS gpu_count
    FROM whole.gpu_activity
),

pids AS (
    SELECT pid FROM whole.gpu_activity
    UNION
    SELECT pid FROM whole.cuda_api
    UNION
    SELECT pid FROM whole.nvtx_events
),

active AS (
    SELECT count(pid) AS process_count FROM pids
)

SELECT
    w.has_kernels,
    w.has_graph_nodes,
    w.has_whole_graphs,
    w.has_memcpy,
    w.has_memset,
    EXISTS (FROM whole.cuda_api) AS has_cuda_api,
    EXISTS (FROM tables_with_rows WHERE table_name = 'CUPTI_ACTIVITY_KIND_SYNCHRONIZATION')
        AS has_sync_records,
    EXISTS (FROM whole.nvtx_events) AS has_nvtx,
    EXISTS (FROM tables_with_rows WHERE table_name = 'OSRT_API') AS has_os_runtime,
    EXISTS (FROM tables_with_rows WHERE table_name = 'COMPOSITE_EVENTS') AS has_cpu_samples,
    EXISTS (FROM tables_with_rows WHERE table_name = 'SCHED_EVENTS') AS has_thread_scheduling,
    EXISTS (FROM tables_with_rows WHERE table_name LIKE 'MPI\_%EVENTS' ESCAPE '\') AS has_mpi,
    EXISTS (FROM tables_with_rows WHERE table_name = 'GPU_METRICS') AS has_gpu_metrics,
    EXISTS (FROM tables_with_rows WHERE table_name = 'CUDA_GPU_MEMORY_USAGE_EVENTS')
        AS has_memory_usage,
    EXISTS (FROM tables_with_rows WHERE table_name IN ('NET_NIC_METRIC', 'NET_IB_SWITCH_METRIC'))
        AS has_network_metrics,
    s.graph_tracing AS graph_mode,
    w.gpu_count > 1 AS multi_device,
    a.process_count > 1 AS multi_process,
    w.gpu_count,
    a.process_count
FROM work AS w, active AS a, session AS s
