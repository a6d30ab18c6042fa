-- name: _thread_innermost
-- summary: From when to when which push/pop range is the innermost open one of a thread, whatever its domain.
-- description: Of the innermost ranges of several domains the one begun last.
-- needs: _nvtx_innermost, _nvtx_nesting
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: at_ns BIGINT [ns] -- from here on, until the next row of the thread
-- column: event_id BIGINT -- the innermost open range; NULL for none

WITH edges AS (
    SELECT e.global_tid, e.at_ns, d.domain_id
    FROM (SELECT DISTINCT global_tid, at_ns FROM _nvtx_innermost) AS e
    INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM _nvtx_innermost) AS d
        ON d.global_tid = e.global_tid
),

innermost AS (
    SELECT e.global_tid, e.at_ns, i.event_id
    FROM edges AS e
    ASOF LEFT JOIN _nvtx_innermost AS i
        ON i.global_tid = e.global_tid AND i.domain_id = e.domain_id AND e.at_ns >= i.at_ns
)

SELECT i.global_tid, i.at_ns, arg_max(n.event_id, (n.start_ns, n.event_id)) AS event_id
FROM innermost AS i
LEFT JOIN _nvtx_nesting AS n ON n.event_id = i.event_id
GROUP BY i.global_tid, i.at_ns
