-- name: memcpy_sizes
-- title: Copies by Size
-- summary: A histogram of copies by size, in powers of two.
-- description: Per GPU and kind of copy. A bucket has the copies from min_bytes to less than twice that;
--     copies of 0 bytes have one of their own. gb_per_s is bytes over the summed time of the copies that have
--     a length, in 10^9 bytes per second: small copies cannot use the link.
-- requires: gpu_memcpy
-- needs: gpu_memcpy
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: copy_kind VARCHAR -- as in Host-to-Device
-- column: min_bytes BIGINT [bytes] -- smallest size of the bucket; NULL for copies without a size
-- column: copy_count BIGINT -- copies, timed or not
-- column: copy_pct DOUBLE [% of the copies of that GPU and kind] -- copy_count
-- column: total_bytes BIGINT [bytes] -- bytes of these copies
-- column: sum_ns BIGINT [ns] -- summed time of these copies
-- column: gb_per_s DOUBLE [GB/s] -- 10^9 bytes a second: bytes over summed time, of copies with a length; NULL without one
-- column: gbps DOUBLE [GB/s] -- old name of gb_per_s
-- example: SELECT bytes, count(*) FROM gpu_memcpy GROUP BY bytes ORDER BY bytes

WITH copies AS (
    SELECT
        gpu_id,
        copy_kind,
        -- the highest bit of the size, without the rounding of a logarithm
        CASE
            WHEN bytes > 0 THEN (1::BIGINT << (strlen(ltrim(bin(bytes), '0')) - 1)::BIGINT)
            ELSE 0 * bytes
        END AS min_bytes,
        bytes,
        duration_ns
    FROM gpu_memcpy
)

SELECT
    gpu_id,
    copy_kind,
    min_bytes,
    count(*) AS copy_count,
    100.0 * count(*) / sum(count(*)) OVER (PARTITION BY gpu_id, copy_kind) AS copy_pct,
    sum(bytes)::BIGINT AS total_bytes,
    sum(duration_ns)::BIGINT AS sum_ns,
    sum(bytes) FILTER (WHERE duration_ns > 0) / nullif(sum(duration_ns), 0) AS gb_per_s,
    gb_per_s AS gbps
FROM copies
GROUP BY gpu_id, copy_kind, min_bytes
ORDER BY gpu_id, copy_kind, min_bytes NULLS FIRST
