-- name: _interval_rows
-- summary: Rows to draw intervals of a lane in, so that no two in one row overlap: those beyond the first row.
-- description: Peeled off level by level: an interval that ends no later than one begun before it lies on
--     the next level. What is left of a level has ends in the order of its starts, so that of a group that
--     overlaps, with at most k open at once, the k-th after another no longer meets it: k rows in turn.
--     Most intervals overlap no other; they are in row 0, and not in the result. Intervals of no length
--     lie inside one that is open then. Those without an end are left out.
-- param: intervals RELATION -- name of a relation with (lane, id, start_ns, end_ns); id tells them apart
-- column: lane ANY -- as given
-- column: id ANY -- as given
-- column: place BIGINT -- number of the row, from 1, without gaps

-- where nothing overlaps the one before it, nothing overlaps at all, and the lane is done
WITH RECURSIVE neighbours AS (
    SELECT
        lane,
        start_ns < lag(end_ns) OVER (PARTITION BY lane ORDER BY start_ns, end_ns DESC) AS meets
    FROM query_table(intervals)
    WHERE end_ns IS NOT NULL
),

crowded AS MATERIALIZED (
    SELECT DISTINCT lane FROM neighbours WHERE meets
),

outermost AS (
    SELECT
        i.lane,
        i.id,
        i.start_ns,
        i.end_ns,
        max(i.end_ns) OVER (
            PARTITION BY i.lane ORDER BY i.start_ns, i.end_ns DESC, i.id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reach_ns
    FROM query_table(intervals) AS i
    INNER JOIN crowded AS c ON c.lane IS NOT DISTINCT FROM i.lane
    WHERE i.end_ns IS NOT NULL
),

first_level AS MATERIALIZED (
    SELECT
        lane,
        id,
        start_ns,
        end_ns,
        0::BIGINT AS level,
        coalesce(start_ns < reach_ns AND end_ns <= reach_ns, FALSE) AS is_inside,
        coalesce(start_ns < reach_ns, FALSE) AS meets
    FROM outermost
),

peeled AS (
    SELECT lane, id, start_ns, end_ns, level, is_inside, meets
    FROM first_level
    WHERE is_inside
    UNION ALL
    SELECT
        lane,
        id,
        start_ns,
        end_ns,
        level + 1,
        coalesce(start_ns < reach_ns AND end_ns <= reach_ns, FALSE),
        coalesce(start_ns < reach_ns, FALSE)
    FROM (
        SELECT
            *,
            max(end_ns) OVER (
                PARTITION BY lane ORDER BY start_ns, end_ns DESC, id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ) AS reach_ns
        FROM peeled
        WHERE is_inside
    )
),

-- each interval on its level
levelled AS MATERIALIZED (
    SELECT lane, id, start_ns, end_ns, level, meets
    FROM peeled
    WHERE NOT is_inside
    UNION ALL
    SELECT lane, id, start_ns, end_ns, level, meets
    FROM first_level
    WHERE NOT is_inside
),

numbered AS (
    SELECT
        *,
        row_number() OVER in_order AS number,
        sum((NOT meets)::INTEGER) OVER in_order AS island
    FROM levelled
    WINDOW in_order AS (
        PARTITION BY lane, level ORDER BY start_ns, end_ns, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),

-- how many have ended by then; ends come in the order of numbers
ended AS (
    SELECT lane, level, end_ns, max(number) AS number
    FROM numbered
    GROUP BY lane, level, end_ns
),

-- how many are open as each begins, itself among them
depths AS (
    SELECT n.*, greatest(n.number - coalesce(e.number, 0), 1) AS depth
    FROM numbered AS n
    ASOF LEFT JOIN ended AS e
        ON e.lane IS NOT DISTINCT FROM n.lane AND e.level = n.level AND n.start_ns >= e.end_ns
),

placed AS (
    SELECT
        lane,
        id,
        level,
        (number - min(number) OVER island) % max(depth) OVER island AS turn
    FROM depths
    WINDOW island AS (PARTITION BY lane, level, island)
)

SELECT
    lane,
    id,
    dense_rank() OVER (PARTITION BY lane ORDER BY level, turn) AS place
FROM placed
WHERE level > 0 OR turn > 0
