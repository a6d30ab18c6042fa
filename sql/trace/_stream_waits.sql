-- name: _stream_waits
-- summary: Waits of a stream for an event, as by cudaStreamWaitEvent, of the whole capture.
-- description: Synchronisation records that name an event by the number that ties it to its record. A wait of the
--     host for the event has that number too, and is left out by its call.
-- needs: strings
-- reads: CUPTI_ACTIVITY_KIND_SYNCHRONIZATION contextId streamId correlationId globalPid eventSyncId
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME nameId! globalTid correlationId
-- column: global_pid BIGINT -- process id with host and VM
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- the stream that waits
-- column: correlation_id BIGINT -- ties the wait to the API call of the same process
-- column: event_sync_id BIGINT -- ties the wait to the record

SELECT
    s.globalPid AS global_pid,
    s.contextId AS context_id,
    s.streamId AS stream_id,
    s.correlationId AS correlation_id,
    s.eventSyncId AS event_sync_id
FROM {{ source('CUPTI_ACTIVITY_KIND_SYNCHRONIZATION') }} AS s
SEMI JOIN (
    SELECT globalTid - globalTid % 16777216 AS global_pid, correlationId AS correlation_id
    FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }}
    WHERE nameId IN (SELECT string_id FROM strings WHERE regexp_matches(text, '^cu(da)?StreamWaitEvent'))
) AS c ON c.global_pid = s.globalPid AND c.correlation_id = s.correlationId
WHERE s.eventSyncId <> 0
