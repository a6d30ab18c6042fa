-- name: _trace_options
-- summary: What nsys profile was asked to trace, in one row; NULL where the export does not say.
-- needs: capture
-- column: cuda BOOLEAN -- CUDA
-- column: nvtx BOOLEAN -- NVTX
-- column: os_runtime BOOLEAN -- calls into the operating system's libraries
-- column: cpu_samples BOOLEAN -- CPU samples
-- column: scheduling BOOLEAN -- thread scheduling
-- column: memory_usage BOOLEAN -- allocations of GPU memory
-- column: cpu_faults BOOLEAN -- page faults of the CPU
-- column: gpu_faults BOOLEAN -- page faults of the GPU
-- column: graph_mode VARCHAR -- graph or node

WITH settings AS (
    SELECT regexp_extract(name, '[^:]*$') AS name, name AS full_name, lower(value) AS value
    FROM capture
    WHERE origin = 'capture'
)

SELECT
    bool_or(value = 'cuda') FILTER (WHERE name = 'CAPTURE_EVENT_TYPE') AS cuda,
    bool_or(value = 'nvtxevents') FILTER (WHERE name = 'CAPTURE_EVENT_TYPE') AS nvtx,
    bool_or(value = 'osruntime') FILTER (WHERE name = 'CAPTURE_EVENT_TYPE') AS os_runtime,
    bool_or(value = 'true') FILTER (WHERE full_name = 'LINUX_PERF_OPTIONS:COLLECT_IP_BACKTRACE_SAMPLES') AS cpu_samples,
    bool_or(value = 'true') FILTER (WHERE full_name = 'LINUX_PERF_OPTIONS:COLLECT_CPU_CTXSW_TRACE') AS scheduling,
    bool_or(value = 'true') FILTER (WHERE name = 'COLLECT_GPU_MEMORY_USAGE') AS memory_usage,
    bool_or(value = 'true') FILTER (WHERE name = 'COLLECT_UVM_CPU_PAGE_FAULTS') AS cpu_faults,
    bool_or(value = 'true') FILTER (WHERE name = 'COLLECT_UVM_GPU_PAGE_FAULTS') AS gpu_faults,
    min(value) FILTER (WHERE full_name LIKE '%CUDA_GRAPH_TRACE_OPTIONS:MODE' AND value <> '') AS graph_mode
FROM settings
