-- name: mpi_events
-- summary: MPI calls: point to point, collectives, start and wait, and all others.
-- description: bytes is what the call sends or, for a receive, receives; collectives that do both
--     say the second in recv_bytes. A call that sends and receives unequal messages is two rows.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings,
--     name_of, _ranks
-- reads: MPI_P2P_EVENTS start! end! textId globalTid size remoteRank tag commHandle commUid
--     requestHandle
-- reads: MPI_COLLECTIVES_EVENTS start! end! textId globalTid size recvSize rootRank commHandle
--     commUid requestHandle
-- reads: MPI_START_WAIT_EVENTS start! end! textId globalTid requestHandle
-- reads: MPI_OTHER_EVENTS start! end! textId globalTid
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- end of the call; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- p2p, collective, start_wait or other
-- column: call_name VARCHAR -- the function called, as in MPI_Allreduce
-- column: rank BIGINT -- MPI rank of the calling thread, else of its process; NULL where unknown
-- column: remote_rank BIGINT -- the other side of a point-to-point call
-- column: root_rank BIGINT -- root of the collective
-- column: bytes BIGINT [bytes] -- size of the message
-- column: recv_bytes BIGINT [bytes] -- received bytes of a collective
-- column: tag BIGINT -- message tag
-- column: comm_handle BIGINT -- communicator as the process has it
-- column: comm_uid BIGINT -- communicator as all processes have it
-- column: request_handle BIGINT -- request of a non-blocking call
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH calls AS (
    SELECT
        row_id, "start", "end", 'p2p' AS kind, textId, globalTid, size, NULL::BIGINT AS recvSize,
        remoteRank, NULL::BIGINT AS rootRank, tag, commHandle, commUid, requestHandle
    FROM {{ source('MPI_P2P_EVENTS') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'collective', textId, globalTid, size, recvSize,
        NULL, rootRank, NULL, commHandle, commUid, requestHandle
    FROM {{ source('MPI_COLLECTIVES_EVENTS') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'start_wait', textId, globalTid, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, requestHandle
    FROM {{ source('MPI_START_WAIT_EVENTS') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'other', textId, globalTid, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL
    FROM {{ source('MPI_OTHER_EVENTS') }}
)

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    c.kind,
    name_of(s.text, c.textId) AS call_name,
    coalesce(t.rank, p.rank) AS rank,
    c.remoteRank AS remote_rank,
    c.rootRank AS root_rank,
    c.size AS bytes,
    c.recvSize AS recv_bytes,
    c.tag AS tag,
    c.commHandle AS comm_handle,
    c.commUid AS comm_uid,
    c.requestHandle AS request_handle,
    process_of(c.globalTid) AS pid,
    thread_of(c.globalTid) AS tid,
    c.globalTid - thread_of(c.globalTid) AS global_pid,
    c.globalTid AS global_tid
FROM calls AS c
LEFT JOIN strings AS s ON s.string_id = c.textId
LEFT JOIN _ranks AS t ON t.global_tid = c.globalTid
LEFT JOIN _ranks AS p
    ON p.global_tid IS NULL AND p.global_pid = c.globalTid - thread_of(c.globalTid)
