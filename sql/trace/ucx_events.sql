-- name: ucx_events
-- summary: UCX calls: messages that were submitted, progress that was made, and all others.
-- description: The protocol layer of UCX, UCP. A message that another process sent is at the peer
--     whose worker it names.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- reads: UCP_SUBMIT_EVENTS start! end! textId globalTid bufferAddr packedSize peerWorkerUid tag
-- reads: UCP_PROGRESS_EVENTS start! end! textId globalTid bufferAddr packedSize peerWorkerUid tag
-- reads: UCP_EVENTS start! end! textId globalTid
-- reads: UCP_WORKERS globalTid! workerUid!
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- submit, progress or other
-- column: call_name VARCHAR -- the function called, as in ucp_tag_send_nbx
-- column: bytes BIGINT [bytes] -- size of the message as it is packed; NULL for other calls
-- column: buffer_address BIGINT -- address of the message's buffer; NULL for other calls
-- column: worker_uid BIGINT -- worker of the calling thread; NULL for several or none
-- column: peer_worker_uid BIGINT -- worker of the other side; NULL for other calls
-- column: tag BIGINT -- tag of the message; NULL for other calls
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH calls AS (
    SELECT
        row_id, "start", "end", 'submit' AS kind, textId, globalTid, bufferAddr, packedSize, peerWorkerUid, tag
    FROM {{ source('UCP_SUBMIT_EVENTS') }}
    UNION ALL
    SELECT row_id, "start", "end", 'progress', textId, globalTid, bufferAddr, packedSize, peerWorkerUid, tag
    FROM {{ source('UCP_PROGRESS_EVENTS') }}
    UNION ALL
    SELECT row_id, "start", "end", 'other', textId, globalTid, NULL, NULL, NULL, NULL
    FROM {{ source('UCP_EVENTS') }}
),

workers AS (
    SELECT globalTid, CASE WHEN count(DISTINCT workerUid) = 1 THEN min(workerUid) END AS worker_uid
    FROM {{ source('UCP_WORKERS') }}
    GROUP BY globalTid
)

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    c.kind,
    name_of(s.text, c.textId) AS call_name,
    c.packedSize AS bytes,
    c.bufferAddr AS buffer_address,
    w.worker_uid,
    c.peerWorkerUid AS peer_worker_uid,
    c.tag,
    process_of(c.globalTid) AS pid,
    thread_of(c.globalTid) AS tid,
    c.globalTid - thread_of(c.globalTid) AS global_pid,
    c.globalTid AS global_tid
FROM calls AS c
LEFT JOIN strings AS s ON s.string_id = c.textId
LEFT JOIN workers AS w ON w.globalTid = c.globalTid
