-- name: data_name
-- summary: What is in a table of the export, in the words of nsys stats.
-- param: table_name VARCHAR -- name as in NVIDIA's documentation
-- returns: VARCHAR -- as in CUDA kernel; to be followed by the word data

CASE
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_KERNEL' THEN 'CUDA kernel'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_RUNTIME' THEN 'CUDA trace'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_MEMCPY' THEN 'CUDA memory transfers'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_MEMSET' THEN 'CUDA memset'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE' THEN 'CUDA graph'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS' THEN 'CUDA decompression'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_SYNCHRONIZATION' THEN 'CUDA synchronization'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_CUDA_EVENT' THEN 'CUDA event'
    WHEN table_name LIKE 'CUPTI\_ACTIVITY\_KIND\_OPENACC%' ESCAPE '\' THEN 'OpenACC event'
    WHEN table_name LIKE 'CUDA\_GRAPH%' ESCAPE '\' THEN 'CUDA graph creation'
    WHEN table_name LIKE 'CUDA\_GPU\_MEMORY%' ESCAPE '\' THEN 'CUDA memory usage'
    WHEN table_name = 'CUDA_UM_CPU_PAGE_FAULT_EVENTS' THEN 'CUDA Unified Memory CPU page faults'
    WHEN table_name = 'CUDA_UM_GPU_PAGE_FAULT_EVENTS' THEN 'CUDA Unified Memory GPU page faults'
    WHEN table_name LIKE 'NVTX%' THEN 'NV Tools Extension (NVTX)'
    WHEN table_name LIKE 'OSRT%' THEN 'OS Runtime trace'
    WHEN table_name LIKE 'SYSCALL%' THEN 'syscall trace'
    WHEN table_name LIKE 'MPI%' THEN 'MPI event'
    WHEN table_name LIKE 'OPENMP%' THEN 'OpenMP event'
    WHEN table_name = 'CUBLAS_EVENTS' THEN 'cuBLAS'
    WHEN table_name = 'CUDNN_EVENTS' THEN 'cuDNN'
    WHEN table_name = 'COMPOSITE_EVENTS' THEN 'CPU sampling'
    WHEN table_name = 'SCHED_EVENTS' THEN 'thread scheduling'
    WHEN table_name LIKE 'GPU\_METRICS%' ESCAPE '\' THEN 'GPU metrics'
    WHEN table_name LIKE 'NET\_IB\_SWITCH%' ESCAPE '\' THEN 'network switch metrics'
    WHEN table_name LIKE 'NET\_%' ESCAPE '\' THEN 'network metrics'
    WHEN table_name LIKE 'GENERIC%' THEN 'generic event'
    WHEN table_name LIKE 'UCP\_%' ESCAPE '\' THEN 'UCX event'
    WHEN table_name = 'CUPTI_ACTIVITY_KIND_JIT' THEN 'CUDA JIT compilation'
    WHEN table_name = 'PROFILER_OVERHEAD' THEN 'profiler overhead'
    ELSE table_name
END
