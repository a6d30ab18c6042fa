-- name: cuda_gpu_kern_sum
-- title: CUDA GPU Kernel Summary
-- summary: Kernels by total time.
-- description: Of all GPUs, streams and processes together. time_pct is of the summed time of all kernels,
--     not of wall or busy time: kernels that ran at once count each. Kernels without usable times are
--     counted, and in no time; nsys of 2022 printed a row for each grid and block, and so does
--     --nsys-headers on its exports; those inside graphs traced as a whole are not in the export. With nvtx_name
--     the name is that of the innermost NVTX range around the launching call, a slash, and the kernel's.
-- requires: gpu_kernels
-- needs: _sample_stddev, _named_kernels, _script_version, _kernel_ranges if nvtx_name
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its parameters,
--     without, or as the compiler made it; the first where the export has no such
-- param: nvtx_name BOOLEAN = FALSE -- put the innermost NVTX range around the launch before a kernel's name
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all kernels] -- total_ns of this kernel
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: instances BIGINT -- kernels, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: kernel_name VARCHAR -- the kernel
-- nsys_as: cuda_gpu_kern_gb_sum since 3.0 before 3.1
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
-- nsys: "Name" kernel_name text
-- example: SELECT short_name, count(*) AS instances FROM gpu_kernels GROUP BY ALL ORDER BY ALL

WITH style AS (
    SELECT list_transform(string_split(schema_version, '.'), part -> try_cast(part AS BIGINT)) < [3, 4] AS is_old
    FROM _script_version
),

kernels AS (
    SELECT
        {{ "coalesce(r.range_label || '/', '') || " if 'nvtx_name' in shape.asked }}k.kernel_name AS kernel_name,
        k.name_id,
        k.duration_ns
    FROM _named_kernels($name_kind) AS k
    {% if 'nvtx_name' in shape.asked %}
    LEFT JOIN _kernel_ranges AS r ON $nvtx_name AND r.event_id = k.event_id
    {% endif %}
),

per_name AS (
    SELECT
        kernel_name,
        min(name_id) AS name_id,
        count(*) AS instances,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns) AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        _sample_stddev(duration_ns) AS stddev_ns
    FROM kernels
    GROUP BY kernel_name
)

SELECT
    total_ns * 100::DOUBLE / nullif(sum(total_ns) OVER (), 0) AS time_pct,
    total_ns,
    instances,
    total_ns::DOUBLE / nullif(timed, 0) AS avg_ns,
    med_ns,
    min_ns,
    max_ns,
    stddev_ns,
    kernel_name
FROM per_name
CROSS JOIN style
ORDER BY
    total_ns DESC,
    -- of equal totals nsys before schema 3.4 has the name first that it met first
    CASE WHEN is_old THEN name_id END,
    instances,
    kernel_name
LIMIT nullif($rows, 0)
