-- name: _rule_places
-- summary: Who uses which GPU, from when to when, and the number of that place in a report of idle places.
-- param: work RELATION -- name of a relation with (gpu_id, pid, device_id, context_id, start_ns, end_ns)
-- param: scope VARCHAR -- gpu: places are physical GPUs; process: a device of one process
-- column: place INTEGER -- number of the GPU, or of the device as one process uses it, in their order
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: first_context_id BIGINT -- the least of its CUDA contexts
-- column: last_context_id BIGINT -- the greatest of them
-- column: start_ns BIGINT [ns] -- begin of its first operation
-- column: end_ns BIGINT [ns] -- last end of its operations

WITH spans AS (
    SELECT
        gpu_id,
        pid,
        device_id,
        min(context_id) AS first_context_id,
        max(context_id) AS last_context_id,
        min(start_ns) AS start_ns,
        max(end_ns) AS end_ns
    FROM query_table(work)
    GROUP BY gpu_id, pid, device_id
)

SELECT
    (
        dense_rank() OVER (
            ORDER BY
                gpu_id,
                CASE scope WHEN 'process' THEN pid END,
                CASE scope WHEN 'process' THEN device_id END
        )
    )::INTEGER AS place,
    gpu_id, pid, device_id, first_context_id, last_context_id, start_ns, end_ns
FROM spans
