-- name: detail_memory_operations
-- summary: Copies, memsets and decompressions per GPU and kind: count, bytes, summed time, time covered.
-- description: The counts of a GPU add up to copy_count of gpu_utilization. Copies at the same time count
--     each in sum_ns and once in union_ns; the unions of two kinds may overlap, and do not add up.
-- command: summarize
-- needs: gpu_memcpy, gpu_activity, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: operation VARCHAR -- memcpy, memset or decompress
-- column: copy_kind VARCHAR -- of a copy, as in Host-to-Device; NULL for other operations
-- column: operation_count BIGINT -- operations, timed or not
-- column: untimed_count BIGINT -- of these, those without usable times
-- column: total_bytes BIGINT [bytes] -- bytes of all of them
-- column: sum_ns BIGINT [ns] -- summed time of the timed ones
-- column: union_ns BIGINT [ns] -- time in which some of them ran
-- column: gb_per_s DOUBLE [GB/s] -- 10^9 bytes a second: bytes over summed time, of those with a length; NULL without one
-- column: gbps DOUBLE [GB/s] -- old name of gb_per_s

WITH operations AS MATERIALIZED (
    SELECT
        {'gpu_id': gpu_id, 'operation': 'memcpy', 'copy_kind': copy_kind} AS lane,
        start_ns,
        end_ns,
        duration_ns,
        bytes
    FROM gpu_memcpy
    UNION ALL
    SELECT
        {'gpu_id': gpu_id, 'operation': kind, 'copy_kind': NULL},
        start_ns,
        end_ns,
        duration_ns,
        bytes
    FROM gpu_activity
    WHERE kind IN ('memset', 'decompress')
),

_operations AS (
    SELECT lane, start_ns, end_ns FROM operations
),

unions AS (
    SELECT lane, sum(end_ns - start_ns)::BIGINT AS union_ns
    FROM interval_union('_operations')
    GROUP BY lane
),

totals AS (
    SELECT
        lane,
        count(*) AS operation_count,
        count(*) - count(duration_ns) AS untimed_count,
        sum(bytes)::BIGINT AS total_bytes,
        coalesce(sum(duration_ns), 0)::BIGINT AS sum_ns,
        sum(bytes) FILTER (WHERE duration_ns > 0) / nullif(sum(duration_ns), 0) AS gb_per_s
    FROM operations
    GROUP BY lane
)

SELECT
    t.lane.gpu_id AS gpu_id,
    t.lane.operation AS operation,
    t.lane.copy_kind AS copy_kind,
    t.operation_count,
    t.untimed_count,
    t.total_bytes,
    t.sum_ns,
    coalesce(u.union_ns, 0) AS union_ns,
    t.gb_per_s,
    t.gb_per_s AS gbps
FROM totals AS t
LEFT JOIN unions AS u ON u.lane IS NOT DISTINCT FROM t.lane
ORDER BY gpu_id, operation, copy_kind
