-- name: idle_parts_make_gaps
-- summary: The parts of each idle gap follow each other from its start to its end, and no gap lacks parts.
-- needs: gpu_idle, idle_parts
-- column: gpu_id BIGINT -- GPU of a gap where they do not
-- column: gap_start_ns BIGINT [ns] -- start of the gap
-- column: gap_ns BIGINT [ns] -- its length; NULL for parts of no gap
-- column: parts_ns BIGINT [ns] -- sum of its parts; NULL where it has none

WITH parts AS (
    SELECT
        *,
        lag(end_ns) OVER (PARTITION BY gpu_id, gap_start_ns ORDER BY start_ns, end_ns) AS reached_ns,
        lead(start_ns) OVER (PARTITION BY gpu_id, gap_start_ns ORDER BY start_ns, end_ns) AS next_ns
    FROM idle_parts
),

sums AS (
    SELECT
        gpu_id,
        min(start_ns) AS gap_start_ns,
        max(end_ns) AS gap_end_ns,
        sum(duration_ns)::BIGINT AS parts_ns,
        bool_and(start_ns = coalesce(reached_ns, start_ns) AND end_ns > start_ns) AS is_seamless
    FROM parts
    GROUP BY gpu_id, parts.gap_start_ns
)

SELECT
    coalesce(g.gpu_id, p.gpu_id) AS gpu_id,
    coalesce(g.start_ns, p.gap_start_ns) AS gap_start_ns,
    g.duration_ns AS gap_ns,
    p.parts_ns
FROM gpu_idle AS g
FULL JOIN sums AS p ON p.gpu_id IS NOT DISTINCT FROM g.gpu_id AND p.gap_start_ns = g.start_ns
WHERE g.duration_ns IS DISTINCT FROM p.parts_ns OR g.end_ns IS DISTINCT FROM p.gap_end_ns OR NOT p.is_seamless
ORDER BY ALL
