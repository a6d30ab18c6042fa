-- name: _interval_innermost
-- summary: From when to when which interval of a lane is the innermost: of those open the one begun last.
-- description: Of intervals with one start the shorter, then the larger id. An interval of length 0 is open at no
--     time. Intervals may cross. Each start makes its interval the innermost; at an end the innermost is the
--     last interval, in the order of start, that ends later. That one is searched backwards among the largest
--     ends of blocks of 1, 2, 4 ... intervals: through blocks that all end by then in growing steps, and in
--     the first that does not by halves. O(n log n), however the intervals overlap.
-- param: intervals RELATION -- name of a relation with (lane, id, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: at_ns BIGINT [ns] -- from here on, until the next row of the lane
-- column: id BIGINT -- the innermost open interval; NULL if none is open

WITH RECURSIVE edges AS (
    SELECT lane, id, start_ns AS at_ns, end_ns, 1 AS step
    FROM query_table(intervals)
    WHERE end_ns > start_ns
    UNION ALL
    SELECT lane, NULL, end_ns, NULL, -1
    FROM query_table(intervals)
    WHERE end_ns > start_ns
),

-- begun_count: starts up to here, which numbers them from 1; where none is open, the next one opens an island
counted AS MATERIALIZED (
    SELECT
        lane,
        id,
        at_ns,
        end_ns,
        sum((step = 1)::INTEGER) OVER in_order::BIGINT AS begun_count,
        sum(step) OVER in_order::BIGINT AS open_count
    FROM edges
    WINDOW in_order AS (
        ORDER BY lane, at_ns, step, end_ns DESC, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),

begun AS MATERIALIZED (
    SELECT begun_count - 1 AS ordinal, id, end_ns FROM counted WHERE end_ns IS NOT NULL
),

-- each time once, as it is when all that end there have ended
ended AS MATERIALIZED (
    SELECT lane, at_ns, begun_count, min(open_count) AS open_count
    FROM counted
    WHERE end_ns IS NULL
    GROUP BY lane, at_ns, begun_count
),

-- no search leaves the island that it begins in: binary digits of the largest
height AS (
    SELECT coalesce(max(length(bin(begun_count - before_count))), 0) AS digits
    FROM (
        SELECT begun_count, lag(begun_count, 1, 0) OVER (ORDER BY begun_count) AS before_count
        FROM ended
        WHERE open_count = 0
    )
),

blocks AS MATERIALIZED (
    SELECT l.level, b.ordinal >> l.level AS block, max(b.end_ns) AS end_ns
    FROM begun AS b
    CROSS JOIN (SELECT unnest(range(digits + 1))::INTEGER AS level FROM height) AS l
    GROUP BY l.level, b.ordinal >> l.level
),

-- all intervals from `bound` on that began before at_ns have ended by then; block is the one to look at next
searched AS (
    SELECT
        lane, at_ns, begun_count AS bound, 0 AS level, begun_count - 1 AS block, FALSE AS is_inside,
        NULL::BIGINT AS found
    FROM ended
    WHERE open_count > 0
    UNION ALL
    SELECT
        lane,
        at_ns,
        bound,
        next_level,
        CASE WHEN is_inside THEN 2 * target + 1 ELSE (bound >> next_level) - 1 END,
        is_inside,
        CASE WHEN is_inside AND level = 0 THEN target END
    FROM (
        SELECT
            *,
            CASE
                WHEN is_inside THEN greatest(level - 1, 0)
                WHEN bound % (2 << level) = 0 THEN level + 1
                ELSE level
            END AS next_level
        FROM (
            SELECT
                s.lane,
                s.at_ns,
                CASE WHEN s.is_inside OR b.end_ns > s.at_ns THEN s.bound ELSE s.bound - (1 << s.level) END AS bound,
                s.level,
                -- of two halves the right one is looked at, and where all of it has ended the left one is meant
                s.block - (b.end_ns <= s.at_ns)::BIGINT AS target,
                s.is_inside OR b.end_ns > s.at_ns AS is_inside
            FROM searched AS s
            INNER JOIN blocks AS b ON b.level = s.level AND b.block = s.block
            WHERE s.found IS NULL
        )
    )
),

changes AS (
    SELECT lane, at_ns, id, begun_count AS place FROM counted WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT lane, at_ns, NULL, 0 FROM ended WHERE open_count = 0
    UNION ALL
    SELECT s.lane, s.at_ns, b.id, 0
    FROM searched AS s
    INNER JOIN begun AS b ON b.ordinal = s.found
)

SELECT lane, at_ns, id
FROM (
    SELECT lane, at_ns, arg_max_null(id, place) AS id
    FROM changes
    GROUP BY lane, at_ns
)
QUALIFY id IS DISTINCT FROM lag(id) OVER (PARTITION BY lane ORDER BY at_ns)
