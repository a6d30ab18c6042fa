-- name: children_lie_in_parents
-- summary: A range begins while its parent is open, one level below it.
-- needs: nvtx_ranges
-- column: event_id BIGINT -- a range for which that does not hold
-- column: parent_id BIGINT -- its parent

SELECT c.event_id, c.parent_id
FROM nvtx_ranges AS c
INNER JOIN nvtx_ranges AS p ON p.event_id = c.parent_id
WHERE
    c.start_ns < p.start_ns
    OR c.start_ns >= coalesce(p.end_ns, 9223372036854775807)
    OR c.depth <> p.depth + 1
ORDER BY c.event_id
