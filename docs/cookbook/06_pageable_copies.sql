-- question: Which host-to-device copies come from pageable memory?
-- answer: Such a copy goes through a staging buffer and holds up the calling thread; pinned memory
--     avoids both. Grouped by size; `gb_per_s` is bytes over the copies' own time, in 1e9 bytes per second.

SELECT
    bytes,
    count(*) AS copy_count,
    round(sum(bytes) / 1e6, 3) AS total_mb,
    round(sum(duration_ns) / 1e6, 3) AS total_ms,
    round(sum(bytes) / sum(duration_ns), 2) AS gb_per_s
FROM gpu_memcpy
WHERE copy_kind = 'Host-to-Device' AND src_kind = 'Pageable'
GROUP BY bytes
ORDER BY sum(bytes) DESC, bytes
