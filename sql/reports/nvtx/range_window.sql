-- name: range_window
-- summary: The n-th NVTX range with a text, as --during takes it for the window.
-- command: --during
-- description: Ranges of all processes and threads that have an end, in the order of their starts;
--     of two that start together the one that ends last comes first. No row: none has that text.
-- needs: nvtx_events
-- param: name VARCHAR = '' -- the range's whole text
-- param: domain VARCHAR = NULL -- name of the NVTX domain; NULL for every domain
-- param: index INTEGER = 0 -- which of them, from 0
-- column: start_ns BIGINT [ns] -- begin of the range; NULL where there are not so many
-- column: end_ns BIGINT [ns] -- end of the range; NULL where there are not so many
-- column: match_count BIGINT -- ranges with that text, whatever the index

WITH matching AS (
    SELECT
        start_ns,
        end_ns,
        row_number() OVER (ORDER BY start_ns, end_ns DESC, event_id) - 1 AS index
    FROM nvtx_events
    WHERE
        is_range
        AND end_ns IS NOT NULL
        AND text = $name
        AND ($domain::VARCHAR IS NULL OR domain = $domain::VARCHAR)
)

SELECT
    max(start_ns) FILTER (WHERE index = $index) AS start_ns,
    max(end_ns) FILTER (WHERE index = $index) AS end_ns,
    count(*) AS match_count
FROM matching
HAVING count(*) > 0
