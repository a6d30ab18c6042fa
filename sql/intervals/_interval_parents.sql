-- name: _interval_parents
-- summary: The shortest other interval of its lane that each interval lies in.
-- description: In the order of start, longer before shorter, then id; of equal intervals the later
--     lies in the earlier, of several as short the last in that order holds. An interval of length
--     0 holds nothing, and lies in what is open at its time: begun, and not ended. A running count
--     of open intervals gives the level, and the last interval one level up is the parent, O(n log
--     n); only in islands where intervals overlap without nesting are all open ones searched.
-- param: intervals RELATION -- name of a relation with (lane, id, start_ns, end_ns)
-- column: id BIGINT -- as given
-- column: parent_id BIGINT -- id of the interval that it lies in; NULL for none

WITH given AS (
    SELECT lane, id, start_ns, end_ns, (end_ns > start_ns)::INTEGER AS step
    FROM query_table(intervals)
    WHERE end_ns >= start_ns
),

edges AS (
    SELECT *, start_ns AS at_ns, 1 AS phase FROM given
    UNION ALL
    SELECT * REPLACE (-1 AS step), end_ns, 0 FROM given WHERE step = 1
),

counted AS (
    SELECT
        lane,
        id,
        start_ns,
        end_ns,
        step,
        row_number() OVER in_order AS ordinal,
        (sum(step) OVER in_order - step)::BIGINT AS open_count
    FROM edges
    WINDOW in_order AS (
        ORDER BY lane, at_ns, phase, end_ns DESC, step DESC, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
    QUALIFY step >= 0
),

-- intervals that are open together, on whatever way, have one island
begun AS (
    SELECT
        *,
        sum((open_count = 0)::INTEGER) OVER (
            ORDER BY ordinal ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )::BIGINT AS island
    FROM counted
),

one_up AS (
    SELECT r.*, p.id AS parent_id, p.end_ns AS parent_end_ns
    FROM begun AS r
    ASOF LEFT JOIN (SELECT id, end_ns, open_count, ordinal FROM begun WHERE step = 1) AS p
        ON r.open_count - 1 = p.open_count AND r.ordinal > p.ordinal
),

-- where a parent so found ends too early, intervals overlap without nesting
tangled AS (
    SELECT *
    FROM begun
    WHERE
        island IN (
            SELECT island FROM one_up WHERE parent_end_ns < end_ns OR parent_end_ns <= start_ns
        )
),

-- the equality as a difference keeps DuckDB at a range join
searched AS (
    SELECT r.id, arg_min(p.id, (p.end_ns - p.start_ns, -p.ordinal)) AS parent_id
    FROM tangled AS r
    INNER JOIN tangled AS p
        ON
            p.ordinal < r.ordinal
            AND p.end_ns >= r.end_ns
            AND (p.island - r.island) = 0
            AND p.step = 1
            AND p.end_ns > r.start_ns
    GROUP BY r.id
)

SELECT
    o.id,
    CASE WHEN t.id IS NULL THEN o.parent_id ELSE s.parent_id END AS parent_id
FROM one_up AS o
LEFT JOIN tangled AS t ON t.id = o.id
LEFT JOIN searched AS s ON s.id = o.id
