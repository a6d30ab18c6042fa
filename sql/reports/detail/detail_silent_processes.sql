-- name: detail_silent_processes
-- summary: Processes that launched GPU work of which none was captured.
-- description: The GPU figures leave out what these did. Of the whole capture, whatever the window.
-- command: summarize
-- needs: _cuda_api_rows, _gpu_rows, processes
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program
-- column: launch_count BIGINT -- its launch calls

WITH launching AS (
    SELECT global_pid, min(pid) AS pid, count(*) AS launch_count
    FROM _cuda_api_rows
    WHERE api_class = 'launch'
    GROUP BY global_pid
),

working AS (
    SELECT DISTINCT global_pid FROM _gpu_rows WHERE kind IN ('kernel', 'graph')
),

named AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
)

SELECT l.pid, n.process_name, l.launch_count
FROM launching AS l
LEFT JOIN named AS n ON n.pid = l.pid
WHERE NOT EXISTS (FROM working AS w WHERE w.global_pid IS NULL OR w.global_pid = l.global_pid)
ORDER BY l.pid, l.launch_count
