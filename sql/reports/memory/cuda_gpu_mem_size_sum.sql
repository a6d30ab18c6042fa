-- name: cuda_gpu_mem_size_sum
-- title: CUDA GPU MemOps Summary (by Size)
-- summary: Copies and memsets by bytes.
-- description: By kind, of all GPUs, streams and processes together, unified-memory migrations among them.
--     Operations without usable times count too. The operation is named as nsys of the export's time does:
--     [CUDA memcpy HtoD] before schema 3.4, since then [CUDA memcpy Host-to-Device]. nsys prints MB of 10^6
--     bytes, KiB before schema 2.0, and orders those by their text.
-- requires: gpu_memcpy, gpu_memset
-- needs: _sample_stddev, _memory_ops, _script_version
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: total_bytes BIGINT [bytes] -- sum of their bytes
-- column: operations BIGINT -- operations
-- column: avg_bytes DOUBLE [bytes] -- mean
-- column: med_bytes DOUBLE [bytes] -- median
-- column: min_bytes BIGINT [bytes] -- smallest
-- column: max_bytes BIGINT [bytes] -- largest
-- column: stddev_bytes DOUBLE [bytes] -- standard deviation of the sample; 0 for one
-- column: operation VARCHAR -- as in [CUDA memcpy Host-to-Device]
-- nsys: "Total" total_bytes kib before 2.0
-- nsys: "Total (MB)" total_bytes mem since 2.0
-- nsys: "Operations" operations int before 2.0
-- nsys: "Count" operations int since 2.0
-- nsys: "Average" avg_bytes kib before 2.0
-- nsys: "Average (MB)" avg_bytes mem since 2.0 before 2.7
-- nsys: "Avg (MB)" avg_bytes mem since 2.7
-- nsys: "Med (MB)" med_bytes mem since 2.7
-- nsys: "Minimum" min_bytes kib before 2.0
-- nsys: "Minimum (MB)" min_bytes mem since 2.0 before 2.7
-- nsys: "Min (MB)" min_bytes mem since 2.7
-- nsys: "Maximum" max_bytes kib before 2.0
-- nsys: "Maximum (MB)" max_bytes mem since 2.0 before 2.7
-- nsys: "Max (MB)" max_bytes mem since 2.7
-- nsys: "StdDev (MB)" stddev_bytes mem since 2.0
-- nsys: "Operation" operation text
-- example: SELECT copy_kind, sum(bytes)::BIGINT AS total_bytes FROM gpu_memcpy GROUP BY ALL ORDER BY ALL

WITH style AS (
    SELECT coalesce(try_cast(string_split(schema_version, '.')[1] AS BIGINT) < 2, FALSE) AS is_text_ordered
    FROM _script_version
),

per_kind AS (
    SELECT
        operation,
        count(*) AS operations,
        coalesce(sum(bytes), 0)::BIGINT AS total_bytes,
        sum(bytes)::DOUBLE / nullif(count(bytes), 0) AS avg_bytes,
        median(bytes) AS med_bytes,
        min(bytes) AS min_bytes,
        max(bytes) AS max_bytes,
        _sample_stddev(bytes) AS stddev_bytes
    FROM _memory_ops
    GROUP BY operation
)

SELECT
    total_bytes,
    operations,
    avg_bytes,
    med_bytes,
    min_bytes,
    max_bytes,
    stddev_bytes,
    operation
FROM per_kind
ORDER BY
    -- as text, which is how nsys ordered them then: 9.000 before 10.000
    CASE WHEN (SELECT is_text_ordered FROM style) THEN format('{:.3f}', total_bytes / 1024.0) END DESC NULLS LAST,
    total_bytes DESC,
    operation
LIMIT nullif($rows, 0)
