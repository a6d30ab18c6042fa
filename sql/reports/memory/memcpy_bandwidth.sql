-- name: memcpy_bandwidth
-- title: Copies by Kind, Memory and Bandwidth
-- summary: Count, bytes, time and bandwidth of copies by kind and by memory.
-- description: Per GPU, kind of copy and kinds of memory read and written. gb_per_s is bytes over the summed
--     time of the copies that have a length, in 10^9 bytes per second. Copies from or to the host are
--     bound by the link, which is far slower than the device's memory; a copy inside a device reads and
--     writes, so that its memory moves twice the bytes.
-- requires: gpu_memcpy
-- needs: gpu_memcpy, gpus, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: copy_kind VARCHAR -- as in Host-to-Device
-- column: src_kind VARCHAR -- kind of memory read, as in Pageable, Pinned or Device
-- column: dst_kind VARCHAR -- kind of memory written
-- column: copy_count BIGINT -- copies, timed or not
-- column: total_bytes BIGINT [bytes] -- bytes of all these copies
-- column: median_bytes DOUBLE [bytes] -- median size
-- column: sum_ns BIGINT [ns] -- summed time of the copies
-- column: union_ns BIGINT [ns] -- time in which some of these copies ran
-- column: gb_per_s DOUBLE [GB/s] -- 10^9 bytes a second: bytes over summed time, of copies with a length; NULL without one
-- column: memory_gb_per_s DOUBLE [GB/s] -- bandwidth of the GPU's memory; NULL where the export does not tell
-- column: memory_bandwidth_pct DOUBLE [% of memory_gb_per_s] -- gb_per_s
-- column: gbps DOUBLE [GB/s] -- old name of gb_per_s
-- column: memory_gbps DOUBLE [GB/s] -- old name of memory_gb_per_s
-- example: SELECT copy_kind, count(*), sum(bytes)::BIGINT AS total_bytes FROM gpu_memcpy GROUP BY ALL ORDER BY ALL

WITH copies AS MATERIALIZED (
    SELECT
        {'gpu_id': gpu_id, 'copy_kind': copy_kind, 'src_kind': src_kind, 'dst_kind': dst_kind}
            AS lane,
        start_ns,
        end_ns,
        duration_ns,
        bytes
    FROM gpu_memcpy
),

_copies AS (
    SELECT lane, start_ns, end_ns FROM copies
),

unions AS (
    SELECT lane, sum(end_ns - start_ns)::BIGINT AS union_ns
    FROM interval_union('_copies')
    GROUP BY lane
),

totals AS (
    SELECT
        lane,
        count(*) AS copy_count,
        sum(bytes)::BIGINT AS total_bytes,
        median(bytes)::DOUBLE AS median_bytes,
        sum(duration_ns)::BIGINT AS sum_ns,
        sum(bytes) FILTER (WHERE duration_ns > 0) / nullif(sum(duration_ns), 0) AS gb_per_s
    FROM copies
    GROUP BY lane
)

SELECT
    t.lane.gpu_id AS gpu_id,
    t.lane.copy_kind AS copy_kind,
    t.lane.src_kind AS src_kind,
    t.lane.dst_kind AS dst_kind,
    t.copy_count,
    t.total_bytes,
    t.median_bytes,
    t.sum_ns,
    u.union_ns,
    t.gb_per_s,
    g.bandwidth / 1e9 AS memory_gb_per_s,
    100.0 * t.gb_per_s * 1e9 / nullif(g.bandwidth, 0) AS memory_bandwidth_pct,
    t.gb_per_s AS gbps,
    g.bandwidth / 1e9 AS memory_gbps
FROM totals AS t
LEFT JOIN unions AS u ON u.lane IS NOT DISTINCT FROM t.lane
LEFT JOIN gpus AS g ON g.gpu_id = t.lane.gpu_id
ORDER BY gpu_id, t.total_bytes DESC NULLS LAST, copy_kind, src_kind, dst_kind
