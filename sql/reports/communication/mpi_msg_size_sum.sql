-- name: mpi_msg_size_sum
-- title: MPI Message Size Summary
-- summary: Sizes of MPI messages by function.
-- description: Messages of all ranks together: point to point, and what collectives send and
--     receive by themselves. Calls without a size, as MPI_Barrier, are left out.
-- requires: mpi_events
-- needs: _sample_stddev, mpi_events
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: total_bytes BIGINT [bytes] -- sum of their sizes
-- column: instances BIGINT -- messages
-- column: avg_bytes DOUBLE [bytes] -- mean
-- column: med_bytes DOUBLE [bytes] -- median
-- column: min_bytes BIGINT [bytes] -- smallest
-- column: max_bytes BIGINT [bytes] -- largest
-- column: stddev_bytes DOUBLE [bytes] -- standard deviation of the sample; 0 for one
-- column: source VARCHAR -- p2p, coll_send or coll_recv
-- column: call_name VARCHAR -- the function, as in MPI_Allreduce
-- nsys: "Total Message Volume" total_bytes int
-- nsys: "Instances" instances int
-- nsys: "Avg" avg_bytes ratio
-- nsys: "Med" med_bytes ratio
-- nsys: "Min" min_bytes int
-- nsys: "Max" max_bytes int
-- nsys: "StdDev" stddev_bytes ratio
-- nsys: "Source" source text
-- nsys: "Name" call_name text
-- example: SELECT rank, remote_rank, sum(bytes) AS bytes FROM mpi_events WHERE kind = 'p2p' GROUP
--     BY ALL ORDER BY ALL

WITH messages AS (
    SELECT 'p2p' AS source, call_name, bytes
    FROM mpi_events
    WHERE kind = 'p2p'
    UNION ALL
    SELECT 'coll_send', call_name, bytes
    FROM mpi_events
    WHERE kind = 'collective'
    UNION ALL
    SELECT 'coll_recv', call_name, recv_bytes
    FROM mpi_events
    WHERE kind = 'collective'
)

SELECT
    sum(bytes)::BIGINT AS total_bytes,
    count(*) AS instances,
    sum(bytes)::DOUBLE / count(*) AS avg_bytes,
    median(bytes)::DOUBLE AS med_bytes,
    min(bytes) AS min_bytes,
    max(bytes) AS max_bytes,
    _sample_stddev(bytes) AS stddev_bytes,
    source,
    call_name
FROM messages
WHERE bytes IS NOT NULL
GROUP BY source, call_name
ORDER BY instances DESC, total_bytes DESC, source, call_name
LIMIT nullif($rows, 0)
