-- name: _nvtx_nesting
-- summary: Which push/pop range each NVTX range began in, by a stack rule per thread and domain.
-- description: Ranges in the order of start, longer before shorter, then row. A range lies in the
--     innermost push/pop range that is open when it begins: begun before it in that order, and not
--     ended. Equal ranges lie in each other in the order of rows; touching ranges do not; a range of
--     length 0 holds nothing; start/end ranges lie in the stack of the thread that began them and
--     hold nothing. A range without an end stays open. No self-join: a running count of open ranges
--     gives the level, and the last range one level up is the parent; only in islands where ranges
--     overlap without nesting are all open ones searched.
-- keep: every relation of nesting and attribution reads it
-- needs: _nvtx_range_rows
-- column: event_id BIGINT -- the range
-- column: parent_id BIGINT -- the range that it lies in; NULL at the root
-- column: ordinal BIGINT -- place in the order described, within thread and domain
-- column: global_tid BIGINT -- thread that began the range
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: until_ns BIGINT [ns] -- end of the range, the largest BIGINT for one without
-- column: level BIGINT -- push/pop ranges open when it begins: its depth, but in a tangle
-- column: is_stacked BOOLEAN -- a push/pop range of some length, which others can lie in
-- column: is_tangled BOOLEAN -- in an island where push/pop ranges overlap without nesting

WITH ranges AS (
    SELECT
        event_id,
        global_tid,
        domain_id,
        start_ns,
        coalesce(end_ns, 9223372036854775807) AS until_ns,
        event_type IN (59, 70) AND start_ns < coalesce(end_ns, 9223372036854775807) AS is_stacked
    FROM _nvtx_range_rows
),

edges AS (
    SELECT *, start_ns AS at_ns, 1 AS phase, is_stacked::INTEGER AS step
    FROM ranges
    UNION ALL
    SELECT *, until_ns, 0, -1
    FROM ranges
    WHERE is_stacked
),

counted AS (
    SELECT
        *,
        row_number() OVER in_order AS ordinal,
        (sum(step) OVER in_order - step)::BIGINT AS open_count
    FROM edges
    WINDOW in_order AS (
        ORDER BY global_tid, domain_id, at_ns, phase, until_ns DESC, step DESC, event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),

-- ranges that are open together, on whatever way, have one island
begun AS (
    SELECT
        * EXCLUDE (at_ns, phase, step),
        sum((open_count = 0)::INTEGER) OVER (
            ORDER BY ordinal ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )::BIGINT AS island
    FROM counted
    WHERE phase = 1
),

one_up AS (
    SELECT r.*, p.event_id AS parent_id, p.until_ns AS parent_until_ns
    FROM begun AS r
    ASOF LEFT JOIN (SELECT event_id, until_ns, open_count, ordinal FROM begun WHERE is_stacked) AS p
        ON r.open_count - 1 = p.open_count AND r.ordinal > p.ordinal
),

tangled_islands AS (
    SELECT DISTINCT island
    FROM one_up
    WHERE
        open_count > 0
        AND (parent_until_ns <= start_ns OR (is_stacked AND parent_until_ns < until_ns))
),

tangled AS (
    SELECT * FROM begun WHERE island IN (FROM tangled_islands)
),

-- the equality as a difference keeps DuckDB at a range join
searched AS (
    SELECT r.event_id, arg_max(p.event_id, p.ordinal) AS parent_id
    FROM tangled AS r
    INNER JOIN tangled AS p
        ON
            p.ordinal < r.ordinal
            AND p.until_ns > r.start_ns
            AND (p.island - r.island) = 0
            AND p.is_stacked
    GROUP BY r.event_id
)

SELECT
    o.event_id,
    CASE
        WHEN t.event_id IS NOT NULL THEN s.parent_id
        WHEN o.open_count > 0 THEN o.parent_id
    END AS parent_id,
    o.ordinal,
    o.global_tid,
    o.domain_id,
    o.start_ns,
    o.until_ns,
    o.open_count AS level,
    o.is_stacked,
    t.event_id IS NOT NULL AS is_tangled
FROM one_up AS o
LEFT JOIN tangled AS t ON t.event_id = o.event_id
LEFT JOIN searched AS s ON s.event_id = o.event_id
