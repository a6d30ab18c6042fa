-- name: cuda_memcpy_async
-- title: CUDA Async Memcpy with Pageable Memory
-- summary: Asynchronous copies from or to pageable memory, longest first.
-- description: Such a copy is staged through pinned memory and makes the calling thread wait after
--     all. Advice: allocate the host side pinned (cudaHostAlloc, pin_memory) or register it, and
--     the copy runs beside other work. Call and copy belong together by process and correlation id;
--     nsys takes the id alone, and calls of the runtime only: calls=runtime.
-- requires: gpu_memcpy
-- requires: cuda_api
-- needs: _memory_calls
-- param: rows INTEGER = 50 all -1 -- rows to return; -1 for all
-- param: calls VARCHAR = 'all' of all|runtime -- calls of runtime and driver, or as nsys of the
--     runtime
-- column: duration_ns BIGINT [ns] -- time on the GPU
-- column: start_ns BIGINT [ns] -- begin on the GPU
-- column: src_kind VARCHAR -- kind of memory read, as in Pageable
-- column: dst_kind VARCHAR -- kind of memory written
-- column: bytes BIGINT [bytes] -- size
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none
-- column: stream_id BIGINT -- stream inside the context
-- column: api_name VARCHAR -- the call as recorded
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Start (ns)" start_ns ts
-- nsys: "Src Kind" src_kind text
-- nsys: "Dst Kind" dst_kind text
-- nsys: "Bytes (MB)" bytes mem
-- nsys: "PID" pid int
-- nsys: "Device ID" device_id int
-- nsys: "Context ID" context_id int
-- nsys: "Green Context ID" green_context_id int
-- nsys: "Stream ID" stream_id int
-- nsys: "API Name" api_name text
-- example: SELECT src_kind, dst_kind, count(*) AS copies FROM gpu_memcpy GROUP BY ALL ORDER BY ALL

SELECT
    duration_ns,
    start_ns,
    src_kind,
    dst_kind,
    bytes,
    pid,
    device_id,
    context_id,
    green_context_id,
    stream_id,
    api_name
FROM _memory_calls
WHERE
    kind = 'memcpy'
    AND regexp_matches(api_name, '^cu(da)?Memcpy.*Async')
    AND ($calls = 'all' OR NOT is_driver)
    AND (src_kind = 'Pageable' OR dst_kind = 'Pageable')
-- of a driver call inside a runtime call with the same id the runtime's
QUALIFY row_number() OVER (PARTITION BY event_id ORDER BY is_driver, api_event_id) = 1
ORDER BY duration_ns DESC, start_ns, pid, device_id, event_id
LIMIT CASE WHEN $rows > 0 THEN $rows END
