-- name: gpu_idle
-- summary: When each GPU had nothing to do between two operations, and why.
-- description: The gaps between the islands of gpu_busy; time before a GPU's first and after its last
--     operation is none. The cause is told from the call that launched the operation after the gap:
--     'queued', the call had returned before the gap began, so the work was there and waited for
--     something else; 'sync', blocking calls of the launching thread cover at least half of the gap;
--     'launch', the launch simply came too late; 'unknown', the export has no such call. Blocking are
--     the synchronize calls, copies and memsets that are not Async, copies from or to pageable memory,
--     and calls that allocate or free.
-- needs: _gpu_gaps, _gpu_rows, launches, _cuda_api_rows, _nvtx_rows, _nvtx_innermost, interval_coverage
-- needs: gpu_memcpy
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: before_name VARCHAR -- the operation that ended where the gap begins
-- column: after_name VARCHAR -- the operation that begins where the gap ends
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: api_name VARCHAR -- the call that launched the operation after; NULL for none
-- column: api_start_ns BIGINT [ns] -- begin of that call
-- column: blocked_ns BIGINT [ns] -- time of the gap that the launching thread spent in blocking calls
-- column: global_tid BIGINT -- the launching thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range open on that thread in the middle of the gap; NULL for none
-- column: range_name VARCHAR -- its text

WITH befores AS (
    SELECT g.gpu_id, g.start_ns, min(r.name) AS before_name
    FROM _gpu_gaps AS g
    INNER JOIN _gpu_rows AS r ON r.gpu_id IS NOT DISTINCT FROM g.gpu_id AND r.end_ns = g.start_ns
    GROUP BY g.gpu_id, g.start_ns
),

-- of several operations that begin at once the one launched first
afters AS (
    SELECT
        g.gpu_id, g.start_ns, g.end_ns, l.name, l.api_name, l.api_start_ns, l.api_end_ns, l.global_tid
    FROM _gpu_gaps AS g
    LEFT JOIN launches AS l
        ON l.gpu_id IS NOT DISTINCT FROM g.gpu_id AND l.gpu_start_ns = g.end_ns
    QUALIFY row_number() OVER (
        PARTITION BY g.gpu_id, g.start_ns
        ORDER BY l.gpu_end_ns IS NULL, l.api_start_ns NULLS LAST, l.name, l.kind, l.gpu_event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

pageable AS (
    SELECT DISTINCT global_pid, correlation_id
    FROM gpu_memcpy
    WHERE correlation_id <> 0 AND (src_kind = 'Pageable' OR dst_kind = 'Pageable')
),

_blocking AS (
    SELECT c.global_tid AS lane, c.start_ns, c.end_ns
    FROM _cuda_api_rows AS c
    LEFT JOIN pageable AS p
        ON p.global_pid = c.global_pid AND p.correlation_id = c.correlation_id
    WHERE
        c.api_class = 'sync'
        OR (c.api_class IN ('memcpy', 'memset', 'alloc') AND c.api_name NOT LIKE '%Async%')
        OR p.correlation_id IS NOT NULL
),

_ends AS (
    SELECT global_tid AS lane, start_ns AS at_ns FROM afters WHERE global_tid IS NOT NULL
    UNION ALL
    SELECT global_tid, end_ns FROM afters WHERE global_tid IS NOT NULL
),

blocked AS (
    SELECT lane, at_ns, covered_ns FROM interval_coverage('_blocking', '_ends')
),

-- of the domains of the thread the range begun last
open_ranges AS (
    SELECT a.gpu_id, a.start_ns, arg_max({'id': n.event_id, 'text': n.text}, (n.start_ns, n.event_id)) AS innermost
    FROM (
        SELECT a.gpu_id, a.start_ns, (a.start_ns + a.end_ns) // 2 AS middle_ns, a.global_tid, d.domain_id
        FROM afters AS a
        INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM _nvtx_innermost) AS d
            ON d.global_tid = a.global_tid
    ) AS a
    ASOF INNER JOIN _nvtx_innermost AS i
        ON i.global_tid = a.global_tid AND i.domain_id = a.domain_id AND a.middle_ns >= i.at_ns
    INNER JOIN _nvtx_rows AS n ON n.event_id = i.event_id
    GROUP BY a.gpu_id, a.start_ns
),

described AS (
    SELECT
        a.gpu_id,
        a.start_ns,
        a.end_ns,
        a.end_ns - a.start_ns AS duration_ns,
        b.before_name,
        a.name AS after_name,
        a.api_name,
        a.api_start_ns,
        a.api_end_ns,
        a.global_tid,
        e.covered_ns - s.covered_ns AS blocked_ns,
        o.innermost.id AS range_id,
        o.innermost.text AS range_name
    FROM afters AS a
    LEFT JOIN befores AS b ON b.gpu_id IS NOT DISTINCT FROM a.gpu_id AND b.start_ns = a.start_ns
    LEFT JOIN blocked AS s ON s.lane = a.global_tid AND s.at_ns = a.start_ns
    LEFT JOIN blocked AS e ON e.lane = a.global_tid AND e.at_ns = a.end_ns
    LEFT JOIN open_ranges AS o ON o.gpu_id IS NOT DISTINCT FROM a.gpu_id AND o.start_ns = a.start_ns
)

SELECT
    gpu_id, start_ns, end_ns, duration_ns, before_name, after_name,
    CASE
        WHEN api_end_ns IS NULL THEN 'unknown'
        WHEN api_end_ns <= start_ns THEN 'queued'
        WHEN 2 * blocked_ns >= duration_ns THEN 'sync'
        ELSE 'launch'
    END AS cause,
    api_name, api_start_ns, blocked_ns, global_tid, range_id, range_name
FROM described
