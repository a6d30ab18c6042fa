-- name: _nvtx_innermost
-- summary: From when to when which push/pop range is the innermost open one of a thread and domain.
-- description: Each start of a range makes it the innermost, each end its parent; of several edges at
--     one time the last counts. The row before a point in time tells the innermost range there.
-- keep: looked up for every launch and every gap
-- needs: _nvtx_nesting
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: at_ns BIGINT [ns] -- from here on, until the next row of thread and domain
-- column: event_id BIGINT -- the innermost open range; NULL for none

WITH edges AS (
    SELECT global_tid, domain_id, start_ns AS at_ns, event_id, ordinal AS place
    FROM _nvtx_nesting
    WHERE is_stacked
    UNION ALL
    -- of ranges that end together the outermost, begun first, is the last to end
    SELECT global_tid, domain_id, until_ns, parent_id, -ordinal
    FROM _nvtx_nesting
    WHERE is_stacked
)

SELECT global_tid, domain_id, at_ns, arg_max_null(event_id, place) AS event_id
FROM edges
GROUP BY global_tid, domain_id, at_ns
