-- name: _rule_work
-- summary: Device work with its place, and profiler overhead where that counts as work.
-- description: Overhead is laid on every device that its process uses, where it lies between the
--     first and last operation there.
-- needs: profiler_overhead
-- param: work RELATION -- name of a relation with (gpu_id, pid, device_id, context_id, start_ns, end_ns)
-- param: places RELATION -- name of the relation that _rule_places makes of it
-- param: overhead VARCHAR -- busy to add the overhead, idle to leave it out
-- column: place INTEGER -- number of the GPU, or of the device as one process uses it, in their order
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- begin
-- column: end_ns BIGINT [ns] -- end
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context; NULL for overhead

SELECT u.place, u.gpu_id, o.start_ns, o.end_ns, o.pid, o.device_id, o.context_id
FROM query_table(work) AS o
INNER JOIN query_table(places) AS u
    ON
        u.gpu_id IS NOT DISTINCT FROM o.gpu_id
        AND u.pid IS NOT DISTINCT FROM o.pid
        AND u.device_id IS NOT DISTINCT FROM o.device_id
UNION ALL
SELECT u.place, u.gpu_id, o.start_ns, o.end_ns, u.pid, u.device_id, NULL
FROM profiler_overhead AS o
INNER JOIN query_table(places) AS u ON u.pid = o.pid AND u.start_ns < o.start_ns AND o.end_ns < u.end_ns
WHERE
    overhead = 'busy'
    AND o.origin = 'profiler'
    AND regexp_matches(o.overhead_name, '(?i)^cuda profiling|^cupti')
