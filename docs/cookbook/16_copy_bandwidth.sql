-- question: How fast are copies of each kind, against the device's memory?
-- answer: `gb_per_s` is bytes over the copies' own time, in 1e9 bytes per second. `memory_bandwidth_pct`
--     is of the device memory's bandwidth: a copy from or to the host is bound by the link, which is
--     far slower, so compare such copies with each other, and large ones with small ones.

SELECT
    c.gpu_id,
    c.copy_kind,
    c.src_kind,
    c.dst_kind,
    count(*) AS copy_count,
    round(sum(c.bytes) / 1e6, 3) AS total_mb,
    round(sum(c.bytes) / sum(c.duration_ns), 2) AS gb_per_s,
    round(100 * sum(c.bytes) / sum(c.duration_ns) * 1e9 / any_value(g.bandwidth), 2) AS memory_bandwidth_pct
FROM gpu_memcpy AS c
LEFT JOIN gpus AS g ON c.gpu_id = g.gpu_id
WHERE c.duration_ns > 0
GROUP BY c.gpu_id, c.copy_kind, c.src_kind, c.dst_kind
ORDER BY c.gpu_id, sum(c.bytes) DESC, c.copy_kind, c.src_kind, c.dst_kind
