-- name: processes
-- summary: The processes of the capture, one row each.
-- description: System-wide captures also list processes that were not profiled. A process that the
--     export has with several names (after exec) has the last.
-- needs: process_of, _ranks
-- reads: PROCESSES globalPid pid name:VARCHAR
-- column: pid BIGINT -- process id
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: process_name VARCHAR -- name of the program; NULL where the export has none
-- column: rank BIGINT -- MPI rank, the smallest of its threads; NULL where unknown

SELECT
    coalesce(process_of(p.globalPid), min(p.pid)) AS pid,
    p.globalPid AS global_pid,
    nullif(arg_max(p.name, coalesce(p.row_id, 0)), '') AS process_name,
    any_value(r.rank) AS rank
FROM {{ source('PROCESSES') }} AS p
LEFT JOIN _ranks AS r ON r.global_tid IS NULL AND r.global_pid = p.globalPid
GROUP BY p.globalPid, CASE WHEN p.globalPid IS NULL THEN p.pid END
