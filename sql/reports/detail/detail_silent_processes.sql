-- name: detail_silent_processes
-- summary: Processes that launched GPU work of which none was captured.
-- description: The GPU figures leave out what these did. Of the whole capture, whatever the window.
-- command: summarize
-- needs: whole.cuda_api, whole.gpu_activity, processes
-- column: pid BIGINT -- process id
-- column: process_name VARCHAR -- name of the program
-- column: launch_count BIGINT -- its launch calls

WITH launching AS (
    SELECT global_pid, min(pid) AS pid, count(*) AS launch_count
    FROM whole.cuda_api
    WHERE api_class = 'launch'
    GROUP BY global_pid
),

working AS (
    SELECT DISTINCT global_pid FROM whole.gpu_activity WHERE kind IN ('kernel', 'graph')
),

named AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
)

SELECT l.pid, n.process_name, l.launch_count
FROM launching AS l
LEFT JOIN named AS n ON n.pid = l.pid
WHERE NOT EXISTS (FROM working AS w WHERE w.global_pid IS NULL OR w.global_pid = l.global_pid)
ORDER BY l.pid, l.launch_count
