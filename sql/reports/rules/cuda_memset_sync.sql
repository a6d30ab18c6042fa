-- name: cuda_memset_sync
-- title: CUDA Synchronous Memset
-- summary: Memsets of pinned or managed memory by calls that block, longest first.
-- description: A memset of device memory does not block, whatever its call; one of pinned or
--     managed memory by a call that is not asynchronous does. Advice: use cudaMemsetAsync on a
--     stream, or let a kernel that writes the memory anyway set it. Call and memset belong together
--     by process and correlation id; nsys takes the id alone, and calls of the runtime only:
--     calls=runtime.
-- requires: gpu_memset
-- requires: cuda_api
-- needs: _memory_calls
-- param: rows INTEGER = 50 all -1 -- rows to return; -1 for all
-- param: calls VARCHAR = 'all' of all|runtime -- calls of runtime and driver, or as nsys of the
--     runtime
-- column: duration_ns BIGINT [ns] -- time on the GPU
-- column: start_ns BIGINT [ns] -- begin on the GPU
-- column: mem_kind VARCHAR -- kind of memory written, as in Managed
-- column: bytes BIGINT [bytes] -- size
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none
-- column: stream_id BIGINT -- stream inside the context
-- column: api_name VARCHAR -- the call as recorded
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Start (ns)" start_ns ts
-- nsys: "Memory Kind" mem_kind text
-- nsys: "Bytes (MB)" bytes mem
-- nsys: "PID" pid int
-- nsys: "Device ID" device_id int
-- nsys: "Context ID" context_id int
-- nsys: "Green Context ID" green_context_id int
-- nsys: "Stream ID" stream_id int
-- nsys: "API Name" api_name text
-- example: SELECT mem_kind, count(*) AS memsets FROM gpu_memset GROUP BY ALL ORDER BY ALL

SELECT
    duration_ns,
    start_ns,
    dst_kind AS mem_kind,
    bytes,
    pid,
    device_id,
    context_id,
    green_context_id,
    stream_id,
    api_name
FROM _memory_calls
WHERE
    kind = 'memset'
    AND regexp_matches(api_name, '^cu(da)?Memset')
    AND NOT contains(api_name, 'Async')
    AND ($calls = 'all' OR NOT is_driver)
    AND dst_kind IN ('Pinned', 'Managed')
-- of a driver call inside a runtime call with the same id the runtime's
QUALIFY row_number() OVER (PARTITION BY event_id ORDER BY is_driver, api_event_id) = 1
ORDER BY duration_ns DESC, start_ns, pid, device_id, event_id
LIMIT CASE WHEN $rows > 0 THEN $rows END
