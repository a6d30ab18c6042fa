-- name: detail_processes
-- summary: The processes with GPU work, CUDA calls or NVTX events.
-- description: Others that a system-wide capture lists are left out. Work whose process the export does
--     not tell is that of the only process with calls, where there is only one.
-- command: summarize
-- needs: gpu_activity, cuda_api, nvtx_events, processes, _only_process, process_of
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program
-- column: mpi_rank BIGINT -- MPI rank, the smallest of its threads; NULL for a program without MPI
-- column: gpu_ids BIGINT[] -- GPUs that it worked on
-- column: gpu_operation_count BIGINT -- kernels, copies and all other device work
-- column: api_call_count BIGINT -- CUDA API calls
-- column: nvtx_event_count BIGINT -- NVTX ranges and marks

WITH seen AS (
    SELECT
        process_of(coalesce(g.global_pid, o.global_pid)) AS pid,
        list(DISTINCT g.gpu_id ORDER BY g.gpu_id) FILTER (WHERE g.gpu_id IS NOT NULL) AS gpu_ids,
        count(*) AS gpu_operation_count,
        0 AS api_call_count,
        0 AS nvtx_event_count
    FROM gpu_activity AS g, _only_process AS o
    GROUP BY ALL
    UNION ALL
    SELECT pid, NULL, 0, count(*), 0
    FROM cuda_api
    GROUP BY pid
    UNION ALL
    SELECT pid, NULL, 0, 0, count(*)
    FROM nvtx_events
    GROUP BY pid
),

totals AS (
    SELECT
        pid,
        coalesce(any_value(gpu_ids), []) AS gpu_ids,
        sum(gpu_operation_count)::BIGINT AS gpu_operation_count,
        sum(api_call_count)::BIGINT AS api_call_count,
        sum(nvtx_event_count)::BIGINT AS nvtx_event_count
    FROM seen
    GROUP BY pid
),

named AS (
    SELECT pid, min(process_name) AS process_name, min(rank) AS mpi_rank
    FROM processes
    GROUP BY pid
)

SELECT
    t.pid,
    n.process_name,
    n.mpi_rank,
    t.gpu_ids,
    t.gpu_operation_count,
    t.api_call_count,
    t.nvtx_event_count
FROM totals AS t
LEFT JOIN named AS n ON n.pid = t.pid
ORDER BY t.pid
