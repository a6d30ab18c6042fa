-- name: _ranks
-- summary: The MPI rank of each thread that called MPI, and of each process.
-- description: A thread that is in the export with several ranks has the smallest.
-- keep: small, and joined to every MPI call
-- needs: thread_of
-- reads: MPI_RANKS globalTid! rank!
-- column: global_tid BIGINT -- thread id with host, VM and process; NULL for the process itself
-- column: global_pid BIGINT -- process id with host and VM
-- column: rank BIGINT -- MPI rank in the world

SELECT
    globalTid AS global_tid,
    globalTid - thread_of(globalTid) AS global_pid,
    min(rank) AS rank
FROM {{ source('MPI_RANKS') }}
GROUP BY globalTid
UNION ALL
SELECT NULL, globalTid - thread_of(globalTid), min(rank)
FROM {{ source('MPI_RANKS') }}
GROUP BY globalTid - thread_of(globalTid)
