-- summary: Waits for the GPU: synchronisation records with the GPU that their context worked on, and calls without one.
-- description: Some exports give every record device 0, so the GPU is that of the work in the record's context, where
--     there is one; else as recorded. Of a blocking call without a record no GPU is known.
-- window: clip
-- needs: whole.cuda_sync, whole.cuda_api, whole.gpu_activity
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal; NULL for calls without a record
-- column: sync_kind VARCHAR -- as in cuda_sync; call for calls without a record
-- column: api_name VARCHAR -- the call that waited; NULL where the export has none
-- column: start_ns BIGINT [ns] -- start of the wait
-- column: end_ns BIGINT [ns] -- end of the wait; NULL where the row has no usable time

WITH contexts_at_work AS (
    SELECT global_pid, context_id, any_value(gpu_id) AS gpu_id
    FROM (SELECT DISTINCT global_pid, context_id, gpu_id FROM whole.gpu_activity)
    GROUP BY global_pid, context_id
    HAVING count(*) = 1
),

records AS MATERIALIZED (
    SELECT
        coalesce(c.gpu_id, s.gpu_id) AS gpu_id,
        s.sync_kind,
        s.api_name,
        s.start_ns,
        s.end_ns,
        s.global_pid,
        s.correlation_id
    FROM whole.cuda_sync AS s
    LEFT JOIN contexts_at_work AS c
        ON c.global_pid = s.global_pid AND c.context_id = s.context_id
)

SELECT gpu_id, sync_kind, api_name, start_ns, end_ns FROM records
UNION ALL
SELECT NULL, 'call', c.api_name, c.start_ns, c.end_ns
FROM whole.cuda_api AS c
WHERE
    c.api_class = 'sync'
    AND NOT EXISTS (
        FROM records AS r
        WHERE r.global_pid = c.global_pid AND r.correlation_id = c.correlation_id
    )
