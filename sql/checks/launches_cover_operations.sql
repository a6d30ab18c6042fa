-- name: launches_cover_operations
-- summary: launches has each GPU operation exactly once.
-- needs: launches, gpu_activity
-- column: kind VARCHAR -- kind of an operation that is missing or doubled
-- column: gpu_event_id BIGINT -- its row
-- column: launch_count BIGINT -- how often launches has it

WITH counted AS (
    SELECT kind, gpu_event_id, count(*) AS launch_count FROM launches GROUP BY kind, gpu_event_id
),

ops AS (
    SELECT kind, event_id
    FROM gpu_activity
)

SELECT
    coalesce(o.kind, c.kind) AS kind,
    coalesce(o.event_id, c.gpu_event_id) AS gpu_event_id,
    coalesce(c.launch_count, 0) AS launch_count
FROM ops AS o
FULL JOIN counted AS c ON c.kind = o.kind AND c.gpu_event_id = o.event_id
WHERE o.event_id IS NULL OR coalesce(c.launch_count, 0) <> 1
ORDER BY kind, gpu_event_id
