-- question: How much GPU memory is allocated over time?
-- answer: Each allocation and deallocation, with the sum of what is in use after it. Memory that was
--     allocated before the capture began is not in it.

SELECT
    gpu_id,
    round(start_ns / 1e6, 3) AS at_ms,
    memory_operation,
    round(bytes / 1e9, 3) AS gb,
    round(
        sum(CASE memory_operation WHEN 'allocation' THEN bytes ELSE -bytes END) OVER (
            PARTITION BY gpu_id ORDER BY start_ns, event_id ROWS UNBOUNDED PRECEDING
        ) / 1e9, 3
    ) AS in_use_gb
FROM gpu_memory_events
WHERE kind = 'memory' AND mem_kind = 'Device'
ORDER BY gpu_id, start_ns, event_id
