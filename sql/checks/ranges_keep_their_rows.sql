-- name: ranges_keep_their_rows
-- summary: Every NVTX range of the export has a place in the nesting, and just one.
-- needs: nvtx_ranges, nvtx_events
-- column: event_id BIGINT -- a range that is missing, doubled or without a depth
-- column: range_count BIGINT -- how often nvtx_ranges has it

WITH placed AS (
    SELECT event_id, count(*) AS range_count, min(depth) AS depth FROM nvtx_ranges GROUP BY event_id
)

SELECT e.event_id, coalesce(p.range_count, 0) AS range_count
FROM nvtx_events AS e
LEFT JOIN placed AS p ON p.event_id = e.event_id
WHERE e.is_range AND (p.range_count IS DISTINCT FROM 1 OR p.depth IS NULL)
ORDER BY e.event_id
