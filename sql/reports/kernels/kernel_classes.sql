-- name: kernel_classes
-- title: Kernel Classes
-- summary: What the kernels of each GPU did, by class: how many, how long, and how much of that at once.
-- description: The class is that of kernel_names, by the patterns of kernel_class_patterns. sum_ns counts each kernel
--     whole; union_ns counts time in which several kernels of one class ran once. Unions of different
--     classes may overlap. Graphs traced as a whole hide their kernels and are not counted.
-- requires: gpu_kernels
-- needs: _kernels, _devices, kernel_names, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kernel_class VARCHAR -- gemm, attention, normalisation, elementwise, reduction, optimizer, communication, memory or other
-- column: name_count BIGINT -- different demangled names
-- column: kernel_count BIGINT -- kernels, timed or not
-- column: sum_ns BIGINT [ns] -- summed time; NULL if no kernel has usable times
-- column: sum_pct DOUBLE [% of the summed time of the GPU's kernels] -- sum_ns
-- column: union_ns BIGINT [ns] -- time in which some of them ran; NULL if no kernel has usable times
-- example: SELECT kernel_class, own_name, class_pattern FROM kernel_names ORDER BY kernel_class, own_name LIMIT 5

WITH kernels AS MATERIALIZED (
    SELECT
        {'gpu_id': coalesce(d.gpu_id, k.device_id), 'kernel_class': coalesce(n.kernel_class, 'other')} AS lane,
        n.name_id, k.start_ns, k.end_ns
    FROM _kernels AS k
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    LEFT JOIN kernel_names AS n ON n.name_id = coalesce(k.kernel_name_id, k.short_name_id)
    {{ "WHERE coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')" if shape.one_gpu }}
),

_timed AS (
    SELECT lane, start_ns, end_ns FROM kernels WHERE end_ns IS NOT NULL
),

unions AS (
    SELECT lane, sum(end_ns - start_ns)::BIGINT AS union_ns
    FROM interval_union('_timed')
    GROUP BY lane
),

totals AS (
    SELECT
        lane,
        count(DISTINCT name_id) AS name_count,
        count(*) AS kernel_count,
        sum(end_ns - start_ns)::BIGINT AS sum_ns
    FROM kernels
    GROUP BY lane
)

SELECT
    t.lane.gpu_id AS gpu_id,
    t.lane.kernel_class AS kernel_class,
    t.name_count,
    t.kernel_count,
    t.sum_ns,
    100.0 * t.sum_ns / nullif(sum(t.sum_ns) OVER (PARTITION BY t.lane.gpu_id), 0) AS sum_pct,
    u.union_ns
FROM totals AS t
LEFT JOIN unions AS u ON u.lane IS NOT DISTINCT FROM t.lane
ORDER BY gpu_id, t.sum_ns DESC NULLS LAST, kernel_class
