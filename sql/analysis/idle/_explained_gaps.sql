-- name: _explained_gaps
-- summary: Gaps of _gap_candidates, one row each, with the call that ended the gap and the cause.
-- description: Where several operations begin at the end of a gap, the one launched first counts; of two calls
--     with one key the runtime's. The calls are read once, for those that ended a gap and for those that
--     block. Blocking are the synchronize calls, copies and memsets that are not Async, copies from or to
--     pageable memory, and calls that allocate or free.
-- needs: _call_rows, _pageable_copies, _call_activities, interval_union
-- param: gaps RELATION -- name of a relation with the columns of _gap_candidates
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: api_event_id BIGINT -- the call that launched the operation after; NULL for none
-- column: api_name_id BIGINT -- string id of its name
-- column: api_start_ns BIGINT [ns] -- its begin
-- column: api_end_ns BIGINT [ns] -- its end; NULL where it has no usable time
-- column: blocked_ns BIGINT [ns] -- time of the gap that the launching thread spent in blocking calls
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: caller_pid BIGINT -- process id with host and VM of the operation after
-- column: correlation_id BIGINT -- ties that operation to its call; NULL for none

WITH candidates AS MATERIALIZED (
    SELECT gpu_id, start_ns, end_ns, kind, event_id, caller_pid, correlation_id FROM query_table(gaps)
),

pageable AS (
    SELECT DISTINCT global_pid, correlation_id FROM _pageable_copies WHERE correlation_id <> 0
),

-- the only pass over the calls: those that a candidate may have come from, and those that block
calls AS MATERIALIZED (
    SELECT
        c.event_id, c.start_ns, c.end_ns, c.is_driver, c.global_tid, c.global_pid, c.api_name_id,
        c.correlation_id, n.string_id IS NOT NULL OR p.correlation_id IS NOT NULL AS is_blocking
    FROM _call_rows AS c
    LEFT JOIN (FROM _call_activities WHERE is_blocking) AS n ON n.string_id = c.api_name_id
    LEFT JOIN pageable AS p ON p.global_pid = c.global_pid AND p.correlation_id = c.correlation_id
    WHERE
        n.string_id IS NOT NULL
        OR p.correlation_id IS NOT NULL
        OR (c.global_pid, c.correlation_id) IN (SELECT (caller_pid, correlation_id) FROM candidates)
),

called AS MATERIALIZED (
    SELECT
        g.*,
        c.event_id AS api_event_id,
        c.api_name_id,
        c.start_ns AS api_start_ns,
        c.end_ns AS api_end_ns,
        c.global_tid,
        c.is_driver
    FROM candidates AS g
    LEFT JOIN calls AS c ON c.global_pid = g.caller_pid AND c.correlation_id = g.correlation_id
),

-- there are few, if any: counted first, compared then
seconds AS (
    SELECT api_event_id
    FROM called
    WHERE (SELECT count(*) FROM called AS c) > (SELECT count(*) FROM candidates)
    QUALIFY dense_rank() OVER (
        PARTITION BY caller_pid, correlation_id
        ORDER BY is_driver, api_start_ns, api_end_ns, global_tid, api_event_id
    ) > 1
),

firsts AS (
    SELECT * FROM called
    WHERE api_event_id IS NULL OR api_event_id NOT IN (FROM seconds)
),

afters AS (
    FROM firsts WHERE kind IS NULL
    UNION ALL
    FROM firsts
    WHERE kind IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY gpu_id, start_ns
        ORDER BY api_start_ns NULLS LAST, kind, event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

_blocking AS (
    SELECT global_tid AS lane, start_ns, end_ns
    FROM calls
    WHERE is_blocking
),

blocking AS MATERIALIZED (
    SELECT
        lane AS global_tid,
        start_ns,
        end_ns,
        coalesce(
            sum(end_ns - start_ns) OVER (
                PARTITION BY lane ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ),
            0
        )::BIGINT AS before_ns
    FROM interval_union('_blocking')
),

-- the last blocking call begun by the end of the gap; only where it begins inside, the one before counts too
ended AS MATERIALIZED (
    SELECT
        a.*,
        e.start_ns AS blocking_start_ns,
        coalesce(e.before_ns + least(a.end_ns, e.end_ns) - e.start_ns, 0) AS by_end_ns,
        coalesce(e.before_ns + least(a.start_ns, e.end_ns) - e.start_ns, 0) AS by_start_ns
    FROM afters AS a
    ASOF LEFT JOIN blocking AS e ON e.global_tid = a.global_tid AND a.end_ns >= e.start_ns
),

blocked AS (
    SELECT *, CASE WHEN global_tid IS NOT NULL THEN by_end_ns - by_start_ns END AS blocked_ns
    FROM (
        FROM ended WHERE coalesce(blocking_start_ns <= start_ns, TRUE)
        UNION ALL
        SELECT e.* REPLACE (coalesce(s.before_ns + least(e.start_ns, s.end_ns) - s.start_ns, 0) AS by_start_ns)
        FROM (FROM ended WHERE blocking_start_ns > start_ns) AS e
        ASOF LEFT JOIN blocking AS s ON s.global_tid = e.global_tid AND e.start_ns >= s.start_ns
    )
)

SELECT
    b.gpu_id,
    b.start_ns,
    b.end_ns,
    CASE
        WHEN b.api_end_ns IS NULL THEN 'unknown'
        WHEN b.api_end_ns <= b.start_ns THEN 'queued'
        WHEN 2 * b.blocked_ns >= b.end_ns - b.start_ns THEN 'sync'
        ELSE 'launch'
    END AS cause,
    b.api_event_id,
    b.api_name_id,
    b.api_start_ns,
    b.api_end_ns,
    b.blocked_ns,
    b.global_tid,
    b.caller_pid,
    b.correlation_id
FROM blocked AS b
