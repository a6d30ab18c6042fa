-- name: streams
-- summary: The CUDA streams, those that programs made and each context's null stream.
-- description: A stream is (global_pid, context_id, stream_id); stream_id alone names many.
-- needs: contexts, global_process
-- reads: TARGET_INFO_CUDA_STREAM streamId! hwId vmId processId! contextId! priority flag
-- column: pid BIGINT -- process id
-- column: global_pid BIGINT -- process id with host and VM, as the tables of events have it
-- column: context_id BIGINT -- context inside the process
-- column: stream_id BIGINT -- stream inside the context
-- column: stream_kind VARCHAR -- default (waits for the null stream), non-blocking, null or unknown
-- column: priority BIGINT -- less is more urgent; NULL for a null stream that is only implied

WITH made AS (
    SELECT
        processId AS pid,
        global_process(hwId, vmId, processId) AS global_pid,
        contextId AS context_id,
        streamId AS stream_id,
        CASE flag
            WHEN 0 THEN 'unknown'
            WHEN 1 THEN 'default'
            WHEN 2 THEN 'non-blocking'
            WHEN 3 THEN 'null'
            ELSE 'kind ' || flag
        END AS stream_kind,
        -- written as 32 bits without a sign
        CASE WHEN priority >= 2147483648 THEN priority - 4294967296 ELSE priority END AS priority
    FROM {{ source('TARGET_INFO_CUDA_STREAM') }}
)

SELECT pid, global_pid, context_id, stream_id, stream_kind, priority
FROM made
UNION ALL
SELECT c.pid, c.global_pid, c.context_id, c.null_stream_id, 'null', NULL
FROM contexts AS c
ANTI JOIN made AS m
    ON
        m.pid = c.pid
        AND m.global_pid IS NOT DISTINCT FROM c.global_pid
        AND m.context_id = c.context_id
        AND m.stream_id = c.null_stream_id
WHERE c.null_stream_id IS NOT NULL
