-- question: How much GPU memory is allocated over time?
-- answer: Each allocation and deallocation, with what is in use after it. Memory that was allocated before the
--     capture began is not in it, and is not taken from it when it is freed.

SELECT
    gpu_id,
    round(start_ns / 1e6, 3) AS at_ms,
    memory_operation,
    round(bytes / 1e9, 3) AS gb,
    round(in_use_bytes / 1e9, 3) AS in_use_gb
FROM memory_in_use
WHERE mem_kind = 'Device'
ORDER BY gpu_id, start_ns, event_id
