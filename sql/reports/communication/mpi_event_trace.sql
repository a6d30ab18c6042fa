-- name: mpi_event_trace
-- title: MPI Event Trace
-- summary: MPI calls in order of time.
-- description: A call that sends and receives unequal messages is two rows. The rank is that of the
--     calling thread, else of its process; nsys leaves out the latter.
-- requires: mpi_events
-- needs: mpi_events
-- column: start_ns BIGINT [ns] -- begin of the call on its thread
-- column: end_ns BIGINT [ns] -- its end; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: call_name VARCHAR -- the function, as in MPI_Allreduce
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: tag BIGINT -- message tag
-- column: rank BIGINT -- MPI rank of the caller; NULL where unknown
-- column: peer_rank BIGINT -- the other side of a point-to-point call
-- column: root_rank BIGINT -- root of a collective
-- column: bytes BIGINT [bytes] -- size of a point-to-point message
-- column: coll_send_bytes BIGINT [bytes] -- bytes that a collective sends
-- column: coll_recv_bytes BIGINT [bytes] -- bytes that a collective receives
-- nsys: "Start (ns)" start_ns ts
-- nsys: "End (ns)" end_ns ts
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Event" call_name text
-- nsys: "Pid" pid int
-- nsys: "Tid" tid int
-- nsys: "Tag" tag int
-- nsys: "Rank" rank int
-- nsys: "PeerRank" peer_rank int
-- nsys: "RootRank" root_rank int
-- nsys: "Size (MB)" bytes mem
-- nsys: "CollSendSize (MB)" coll_send_bytes mem
-- nsys: "CollRecvSize (MB)" coll_recv_bytes mem
-- example: SELECT rank, call_name, duration_ns FROM mpi_events ORDER BY duration_ns DESC LIMIT 5

SELECT
    start_ns,
    end_ns,
    duration_ns,
    call_name,
    pid,
    tid,
    tag,
    rank,
    remote_rank AS peer_rank,
    root_rank,
    CASE WHEN kind <> 'collective' THEN bytes END AS bytes,
    CASE WHEN kind = 'collective' THEN bytes END AS coll_send_bytes,
    recv_bytes AS coll_recv_bytes
FROM mpi_events
ORDER BY start_ns, end_ns, kind, event_id
