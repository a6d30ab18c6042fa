-- name: gpu_idle
-- summary: When each GPU had nothing to do between two operations, and why.
-- description: The gaps between the islands of gpu_busy; time before a GPU's first and after its last
--     operation is none. The cause is told from the call that launched the operation after the gap:
--     'queued', the call had returned before the gap began, so the work was there and waited for
--     something else; 'sync', blocking calls of the launching thread cover at least half of the gap;
--     'launch', the launch simply came too late; 'unknown', the export has no such call. Blocking are
--     the synchronize calls, copies and memsets that are not Async, copies from or to pageable memory,
--     and calls that allocate or free.
-- needs: _idle_gaps, _gpu_rows, launches, _nvtx_rows, strings, name_of
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

WITH gaps AS MATERIALIZED (
    SELECT * FROM _idle_gaps
),

befores AS (
    SELECT g.gpu_id, g.start_ns, min(r.name) AS before_name
    FROM gaps AS g
    INNER JOIN _gpu_rows AS r ON r.gpu_id IS NOT DISTINCT FROM g.gpu_id AND r.end_ns = g.start_ns
    GROUP BY g.gpu_id, g.start_ns
),

afters AS (
    SELECT g.gpu_id, g.start_ns, min(l.name) AS after_name
    FROM gaps AS g
    INNER JOIN launches AS l
        ON
            l.gpu_id IS NOT DISTINCT FROM g.gpu_id
            AND l.gpu_start_ns = g.end_ns
            AND l.api_event_id IS NOT DISTINCT FROM g.api_event_id
    WHERE l.gpu_end_ns IS NOT NULL
    GROUP BY g.gpu_id, g.start_ns
)

SELECT
    g.gpu_id,
    g.start_ns,
    g.end_ns,
    g.end_ns - g.start_ns AS duration_ns,
    b.before_name,
    a.after_name,
    g.cause,
    CASE WHEN g.api_event_id IS NOT NULL THEN name_of(s.text, g.api_name_id) END AS api_name,
    g.api_start_ns,
    g.blocked_ns,
    g.global_tid,
    g.range_id,
    n.text AS range_name
FROM gaps AS g
LEFT JOIN befores AS b ON b.gpu_id IS NOT DISTINCT FROM g.gpu_id AND b.start_ns = g.start_ns
LEFT JOIN afters AS a ON a.gpu_id IS NOT DISTINCT FROM g.gpu_id AND a.start_ns = g.start_ns
LEFT JOIN strings AS s ON s.string_id = g.api_name_id
LEFT JOIN _nvtx_rows AS n ON n.event_id = g.range_id
