-- name: _nvtx_nesting
-- summary: Which push/pop range each NVTX range began in, by a stack rule per thread and domain.
-- description: Ranges in the order of start, longer before shorter, then row. A range lies in the
--     innermost push/pop range that is open when it begins: begun before it in that order, and not
--     ended. Equal ranges lie in each other in the order of rows; touching ranges do not; a range of
--     length 0 holds nothing; start/end ranges lie in the stack of the thread that began them and
--     hold nothing. A range without an end stays open. No self-join: a running count of open ranges
--     gives the level, and the last range one level up is the parent; only where ranges of one
--     thread overlap without nesting is that one closed already, and the open ones are searched.
-- keep: every relation of nesting and attribution reads it
-- needs: _nvtx_rows
-- column: event_id BIGINT -- the range
-- column: parent_id BIGINT -- the range that it lies in; NULL at the root
-- column: ordinal BIGINT -- place in the order described, within thread and domain
-- column: global_tid BIGINT -- thread that began the range
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: until_ns BIGINT [ns] -- end of the range, the largest BIGINT for one without
-- column: is_stacked BOOLEAN -- a push/pop range of some length, which others can lie in

WITH ranges AS (
    SELECT
        event_id,
        global_tid,
        domain_id,
        start_ns,
        coalesce(end_ns, 9223372036854775807) AS until_ns,
        event_type IN (59, 70) AND start_ns < coalesce(end_ns, 9223372036854775807) AS is_stacked
    FROM _nvtx_rows
    WHERE is_range
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
        coalesce(
            sum(step) OVER (
                PARTITION BY global_tid, domain_id
                ORDER BY at_ns, phase, until_ns DESC, step DESC, event_id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ), 0
        )::BIGINT AS open_count
    FROM edges
    WINDOW in_order AS (
        PARTITION BY global_tid, domain_id
        ORDER BY at_ns, phase, until_ns DESC, step DESC, event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),

begun AS (
    SELECT * EXCLUDE (at_ns, phase, step) FROM counted WHERE phase = 1
),

one_up AS (
    SELECT r.*, p.event_id AS parent_id, p.until_ns AS parent_until_ns
    FROM begun AS r
    ASOF LEFT JOIN (SELECT * FROM begun WHERE is_stacked) AS p
        ON
            r.global_tid IS NOT DISTINCT FROM p.global_tid
            AND r.domain_id = p.domain_id
            AND r.open_count - 1 = p.open_count
            AND r.ordinal > p.ordinal
),

searched AS (
    SELECT r.event_id, arg_max(p.event_id, p.ordinal) AS parent_id
    FROM one_up AS r
    INNER JOIN begun AS p
        ON
            p.is_stacked
            AND r.global_tid IS NOT DISTINCT FROM p.global_tid
            AND r.domain_id = p.domain_id
            AND p.ordinal < r.ordinal
            AND p.until_ns > r.start_ns
    WHERE r.open_count > 0 AND (r.parent_until_ns IS NULL OR r.parent_until_ns <= r.start_ns)
    GROUP BY r.event_id
)

SELECT
    r.event_id,
    CASE WHEN r.open_count > 0 THEN coalesce(s.parent_id, r.parent_id) END AS parent_id,
    r.ordinal,
    r.global_tid,
    r.domain_id,
    r.start_ns,
    r.until_ns,
    r.is_stacked
FROM one_up AS r
LEFT JOIN searched AS s ON s.event_id = r.event_id
