-- name: cuda_api_sync
-- title: CUDA Synchronization APIs
-- summary: CUDA calls that block their thread until the GPU has got somewhere, longest first.
-- description: Device, context, stream and event synchronisation of the runtime and the driver;
--     copies, allocations and frees that wait as well are in cuda_memcpy_sync and sync_summary.
--     Advice: wait for the one event or stream whose result is needed, and only where the host
--     needs it, so that the next work is queued while the GPU is busy. nsys shows
--     cudaDeviceSynchronize and cudaStreamSynchronize alone: calls=nsys.
-- requires: cuda_api
-- needs: cuda_api
-- param: rows INTEGER = 50 all -1 -- rows to return; -1 for all
-- param: calls VARCHAR = 'all' of all|nsys -- every synchronising call, or the two of the runtime
--     that nsys shows
-- column: duration_ns BIGINT [ns] -- length of the call
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: api_name VARCHAR -- the call as recorded
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Start (ns)" start_ns ts
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "API Name" api_name text
-- example: SELECT api_base_name, count(*) AS calls FROM cuda_api WHERE api_class = 'sync' GROUP BY
--     ALL ORDER BY ALL

SELECT duration_ns, start_ns, pid, tid, api_name
FROM cuda_api
WHERE
    api_class = 'sync'
    AND duration_ns IS NOT NULL
    AND ($calls = 'all' OR regexp_matches(api_name, '^cuda(Device|Stream)Synchronize'))
ORDER BY duration_ns DESC, start_ns, pid, tid, event_id
LIMIT CASE WHEN $rows > 0 THEN $rows END
