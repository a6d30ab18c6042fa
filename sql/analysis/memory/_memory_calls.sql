-- name: _memory_calls
-- summary: Timed copies and memsets, each with every call of its correlation id.
-- description: A call and an operation belong together when process and correlation id agree; exports of 2020
--     name no process with an operation. A driver call inside a runtime call has its id too: whoever reads
--     this picks the calls that it asks about, and of two the first by is_driver and api_event_id.
-- needs: gpu_memcpy, gpu_memset, whole.cuda_api
-- column: kind VARCHAR -- memcpy or memset
-- column: event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the GPU
-- column: duration_ns BIGINT [ns] -- time on the GPU
-- column: copy_kind VARCHAR -- as in Host-to-Device; NULL for memsets
-- column: src_kind VARCHAR -- kind of memory read; NULL for memsets
-- column: dst_kind VARCHAR -- kind of memory written
-- column: bytes BIGINT [bytes] -- size
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none
-- column: stream_id BIGINT -- stream inside the context
-- column: api_event_id BIGINT -- the call
-- column: api_name VARCHAR -- the call as recorded
-- column: is_driver BOOLEAN -- a call of the driver API, else of the runtime

WITH operations AS (
    SELECT
        'memcpy' AS kind, event_id, start_ns, duration_ns, copy_kind, src_kind, dst_kind, bytes, pid, global_pid,
        device_id, context_id, green_context_id, stream_id, correlation_id
    FROM gpu_memcpy
    UNION ALL
    SELECT
        'memset', event_id, start_ns, duration_ns, NULL, NULL, mem_kind, bytes, pid, global_pid,
        device_id, context_id, green_context_id, stream_id, correlation_id
    FROM gpu_memset
)

SELECT
    o.* EXCLUDE (global_pid, correlation_id),
    c.event_id AS api_event_id,
    c.api_name,
    c.is_driver
FROM operations AS o
INNER JOIN whole.cuda_api AS c
    ON
        c.correlation_id = o.correlation_id
        AND (c.global_pid = o.global_pid OR o.global_pid IS NULL)
WHERE o.duration_ns IS NOT NULL AND o.correlation_id <> 0
