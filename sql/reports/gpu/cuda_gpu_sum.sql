-- name: cuda_gpu_sum
-- title: CUDA GPU Summary (Kernels/MemOps)
-- summary: Kernels, copies and memsets by total time.
-- description: Of all GPUs, streams, processes and threads together. time_pct is of the summed time of all
--     kernels, copies and memsets, not of wall or busy time. With nvtx_name the name is that of the
--     innermost NVTX range around the launching call, a slash, and the kernel's. The operation is named as
--     nsys of the export's time does: [CUDA memcpy HtoD] before schema 3.0, since then [CUDA memcpy
--     Host-to-Device].
-- requires: gpu_kernels, gpu_memcpy, gpu_memset
-- needs: _time_totals, _named_kernels, _memory_ops, _kernel_ranges if nvtx_name
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its parameters,
--     without, or as the compiler made it; the first where the export has no such
-- param: nvtx_name BOOLEAN = FALSE -- put the innermost NVTX range around the launch before a kernel's name
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all rows] -- total_ns of this operation
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: instances BIGINT -- operations, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: category VARCHAR -- CUDA_KERNEL or MEMORY_OPER
-- column: operation VARCHAR -- the kernel, or as in [CUDA memcpy Host-to-Device]
-- nsys: "Time(%)" time_pct ratio before 2.7
-- nsys: "Time (%)" time_pct ratio since 2.7
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Instances" instances int
-- nsys: "Average" avg_ns dur1 before 2.0
-- nsys: "Average (ns)" avg_ns dur1 since 2.0 before 2.7
-- nsys: "Avg (ns)" avg_ns dur1 since 2.7
-- nsys: "Med (ns)" med_ns dur1 since 2.7
-- nsys: "Minimum" min_ns dur before 2.0
-- nsys: "Minimum (ns)" min_ns dur since 2.0 before 2.7
-- nsys: "Min (ns)" min_ns dur since 2.7
-- nsys: "Maximum" max_ns dur before 2.0
-- nsys: "Maximum (ns)" max_ns dur since 2.0 before 2.7
-- nsys: "Max (ns)" max_ns dur since 2.7
-- nsys: "StdDev (ns)" stddev_ns dur1 since 2.0
-- nsys: "Category" category text
-- nsys: "Operation" operation text
-- example: SELECT kind, name, count(*) AS instances FROM gpu_activity GROUP BY ALL ORDER BY ALL

WITH ops AS (
    SELECT
        'CUDA_KERNEL' AS category,
        {{ "coalesce(r.range_label || '/', '') || " if 'nvtx_name' in shape.asked }}k.kernel_name AS operation,
        k.duration_ns
    FROM _named_kernels($name_kind) AS k
    {% if 'nvtx_name' in shape.asked %}
    LEFT JOIN _kernel_ranges AS r ON $nvtx_name AND r.event_id = k.event_id
    {% endif %}
    UNION ALL
    SELECT 'MEMORY_OPER', operation, duration_ns
    FROM _memory_ops
),

_rows AS (
    SELECT {'category': category, 'operation': operation} AS label, duration_ns FROM ops
)

SELECT
    time_pct,
    total_ns,
    instances,
    avg AS avg_ns,
    med AS med_ns,
    min_ns,
    max_ns,
    stddev AS stddev_ns,
    label.category AS category,
    label.operation AS operation
FROM _time_totals('_rows')
ORDER BY total_ns DESC, operation, category
LIMIT nullif($rows, 0)
