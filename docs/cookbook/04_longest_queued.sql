-- question: Which launches queued longest?
-- answer: From the end of the launching call to the start of the kernel. Long queues are not a fault:
--     they say that the host ran ahead of the GPU. Graph nodes are left out, since one launch
--     queues them all.

SELECT
    name,
    gpu_id,
    stream_id,
    api_base_name,
    round(api_end_ns / 1e6, 3) AS launched_ms,
    round(queue_ns / 1e6, 3) AS queued_ms
FROM launches
WHERE kind = 'kernel' AND graph_node_id IS NULL
ORDER BY queue_ns DESC NULLS LAST, gpu_event_id
LIMIT 10
