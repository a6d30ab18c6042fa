-- name: _named_gaps
-- summary: Gaps of _explained_gaps with the names of what stood before, after and around.
-- description: The device work is read once, for what ends or begins at an edge of a gap. Of several operations
--     with one edge and one call the first by name.
-- needs: whole.gpu_activity, _only_process, _nvtx_range_rows, _thread_innermost, strings, name_of
-- param: gaps RELATION -- name of a relation with the columns of _explained_gaps
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

WITH given AS MATERIALIZED (
    FROM query_table(gaps)
),

edges AS MATERIALIZED (
    SELECT
        r.gpu_id,
        r.start_ns,
        r.end_ns,
        r.name,
        coalesce(r.global_pid, p.global_pid) AS caller_pid,
        nullif(r.correlation_id, 0) AS correlation_id
    FROM whole.gpu_activity AS r
    CROSS JOIN _only_process AS p
    WHERE
        r.end_ns IS NOT NULL
        AND (
            (coalesce(r.gpu_id, -1), r.end_ns) IN (SELECT (coalesce(gpu_id, -1), start_ns) FROM given)
            OR (coalesce(r.gpu_id, -1), r.start_ns) IN (SELECT (coalesce(gpu_id, -1), end_ns) FROM given)
        )
),

befores AS (
    SELECT g.gpu_id, g.start_ns, min(e.name) AS before_name
    FROM given AS g
    INNER JOIN edges AS e ON e.gpu_id IS NOT DISTINCT FROM g.gpu_id AND e.end_ns = g.start_ns
    GROUP BY g.gpu_id, g.start_ns
),

afters AS (
    SELECT g.gpu_id, g.start_ns, min(e.name) AS after_name
    FROM given AS g
    INNER JOIN edges AS e
        ON
            e.gpu_id IS NOT DISTINCT FROM g.gpu_id
            AND e.start_ns = g.end_ns
            AND e.caller_pid IS NOT DISTINCT FROM g.caller_pid
            AND e.correlation_id IS NOT DISTINCT FROM g.correlation_id
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
    i.event_id AS range_id,
    n.text AS range_name
FROM given AS g
LEFT JOIN befores AS b ON b.gpu_id IS NOT DISTINCT FROM g.gpu_id AND b.start_ns = g.start_ns
LEFT JOIN afters AS a ON a.gpu_id IS NOT DISTINCT FROM g.gpu_id AND a.start_ns = g.start_ns
LEFT JOIN strings AS s ON s.string_id = g.api_name_id
ASOF LEFT JOIN _thread_innermost AS i
    ON i.global_tid = g.global_tid AND g.start_ns + (g.end_ns - g.start_ns) // 2 >= i.at_ns
LEFT JOIN _nvtx_range_rows AS n ON n.event_id = i.event_id
