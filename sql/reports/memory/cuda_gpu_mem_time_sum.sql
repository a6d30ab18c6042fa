-- name: cuda_gpu_mem_time_sum
-- title: CUDA GPU MemOps Summary (by Time)
-- summary: Copies and memsets by total time.
-- description: By kind, of all GPUs, streams and processes together, unified-memory migrations among them.
--     time_pct is of the summed time of all these operations, not of wall or busy time. The operation is
--     named as nsys of the export's time does: [CUDA memcpy HtoD] before schema 3.0, since then [CUDA memcpy
--     Host-to-Device].
-- requires: gpu_memcpy, gpu_memset
-- needs: _sample_stddev, _memory_ops
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: time_pct DOUBLE [% of summed time of all operations] -- total_ns of this operation
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: operations BIGINT -- operations, timed or not
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: operation VARCHAR -- as in [CUDA memcpy Host-to-Device]
-- nsys: "Time(%)" time_pct ratio before 2.7
-- nsys: "Time (%)" time_pct ratio since 2.7
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Operations" operations int before 2.0
-- nsys: "Count" operations int since 2.0
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
-- nsys: "Operation" operation text
-- example: SELECT copy_kind, sum(duration_ns)::BIGINT AS total_ns FROM gpu_memcpy GROUP BY ALL ORDER BY ALL

WITH per_kind AS (
    SELECT
        operation,
        count(*) AS operations,
        count(duration_ns) AS timed,
        coalesce(sum(duration_ns), 0)::BIGINT AS total_ns,
        median(duration_ns) AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        _sample_stddev(duration_ns) AS stddev_ns
    FROM _memory_ops
    GROUP BY operation
)

SELECT
    total_ns * 100::DOUBLE / nullif(sum(total_ns) OVER (), 0) AS time_pct,
    total_ns,
    operations,
    total_ns::DOUBLE / nullif(timed, 0) AS avg_ns,
    med_ns,
    min_ns,
    max_ns,
    stddev_ns,
    operation
FROM per_kind
ORDER BY total_ns DESC, operation
LIMIT nullif($rows, 0)
