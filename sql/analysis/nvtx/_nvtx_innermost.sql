-- name: _nvtx_innermost
-- summary: From when to when which push/pop range is the innermost open one of a thread and domain.
-- description: Each start of a range makes it the innermost, each end its parent (in a tangle: the
--     range begun last of those still open); of several edges at
--     one time the last counts. The row before a point in time tells the innermost range there.
-- keep: looked up for every launch and every gap
-- needs: _nvtx_nesting
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: at_ns BIGINT [ns] -- from here on, until the next row of thread and domain
-- column: event_id BIGINT -- the innermost open range; NULL for none

WITH tangled AS (
    SELECT * FROM _nvtx_nesting WHERE is_stacked AND is_tangled
),

-- the equality as a difference keeps DuckDB at a range join
left_open AS (
    SELECT e.event_id, arg_max(p.event_id, p.ordinal) AS innermost_id
    FROM tangled AS e
    INNER JOIN tangled AS p
        ON
            p.start_ns <= e.until_ns
            AND p.until_ns > e.until_ns
            AND (p.global_tid - e.global_tid) = 0
            AND p.domain_id = e.domain_id
    GROUP BY e.event_id
),

edges AS (
    SELECT global_tid, domain_id, start_ns AS at_ns, event_id, ordinal AS place
    FROM _nvtx_nesting
    WHERE is_stacked
    UNION ALL
    -- of ranges that end together the outermost, begun first, is the last to end
    SELECT
        n.global_tid,
        n.domain_id,
        n.until_ns,
        CASE WHEN n.is_tangled THEN l.innermost_id ELSE n.parent_id END,
        -n.ordinal
    FROM _nvtx_nesting AS n
    LEFT JOIN left_open AS l ON l.event_id = n.event_id
    WHERE n.is_stacked
)

SELECT global_tid, domain_id, at_ns, arg_max_null(event_id, place) AS event_id
FROM edges
GROUP BY global_tid, domain_id, at_ns
