-- name: how_to_record
-- summary: The options of nsys profile that make it record a table.
-- description: As in nsys 2025 and 2026; older versions write some of them in another way.
-- param: table_name VARCHAR -- name as in NVIDIA's documentation
-- returns: VARCHAR -- options; NULL for what nsys writes by itself

CASE
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE'
        THEN '--trace=cuda --cuda-graph-trace=graph'
    WHEN table_name LIKE 'CUDA\_GRAPH\_%EVENTS' ESCAPE '\'
        THEN '--trace=cuda --cuda-graph-trace=node'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_CUDA_EVENT'
        THEN '--trace=cuda --cuda-event-trace=true'
    WHEN table_name LIKE 'CUPTI\_ACTIVITY\_KIND\_OPENACC%' ESCAPE '\' THEN '--trace=openacc'
    WHEN table_name = 'CUDA_CALLCHAINS' THEN '--trace=cuda --cudabacktrace=all'
    WHEN table_name = 'CUDA_UM_CPU_PAGE_FAULT_EVENTS'
        THEN '--trace=cuda --cuda-um-cpu-page-faults=true'
    WHEN table_name = 'CUDA_UM_GPU_PAGE_FAULT_EVENTS'
        THEN '--trace=cuda --cuda-um-gpu-page-faults=true'
    WHEN table_name LIKE 'CUDA\_GPU\_MEMORY%' ESCAPE '\'
        THEN '--trace=cuda --cuda-memory-usage=true'
    WHEN
        table_name LIKE 'CUPTI\_ACTIVITY\_KIND\_%' ESCAPE '\'
        OR (table_name LIKE 'TARGET\_INFO\_CUDA\_%' ESCAPE '\' AND table_name <> 'TARGET_INFO_CUDA_GPU')
        THEN '--trace=cuda'
    WHEN table_name = 'CUBLAS_EVENTS' THEN '--trace=cublas'
    WHEN table_name = 'CUDNN_EVENTS' THEN '--trace=cudnn'
    WHEN table_name LIKE 'NVTX%' THEN '--trace=nvtx'
    WHEN table_name LIKE 'OSRT%' THEN '--trace=osrt'
    WHEN table_name LIKE 'SYSCALL%' THEN '--trace=syscall'
    WHEN table_name LIKE 'MPI\_%' ESCAPE '\' THEN '--trace=mpi'
    WHEN table_name LIKE 'UCP\_%' ESCAPE '\' THEN '--trace=ucx'
    WHEN table_name LIKE 'OPENMP%' THEN '--trace=openmp'
    WHEN table_name IN ('COMPOSITE_EVENTS', 'SAMPLING_CALLCHAINS') THEN '--sample=process-tree'
    WHEN table_name = 'SCHED_EVENTS' THEN '--cpuctxsw=process-tree'
    WHEN table_name IN ('GPU_METRICS', 'TARGET_INFO_GPU_METRICS') OR table_name LIKE 'GENERIC\_EVENT%' ESCAPE '\'
        THEN '--gpu-metrics-devices=all'
    WHEN table_name IN ('NET_NIC_METRIC', 'NIC_ID_MAP', 'TARGET_INFO_NETWORK_METRICS')
        THEN '--nic-metrics=true (since nsys 2026: lf)'
    WHEN table_name = 'NET_IB_SWITCH_METRIC' THEN '--ib-switch-metrics-devices=<GUIDs>'
    WHEN table_name = 'NET_IB_DEVICE_INFO' THEN '--ib-net-info-devices=<NICs>'
END
