-- name: _parts_of_gaps
-- summary: Gaps of _explained_gaps cut where the launching thread changes what it does, without names.
-- description: See idle_parts. Until the launching call returns, a gap is cut at the ends of the thread's calls and
--     of the profiler's overhead there, and from its start to its end at those of the thread's ranges. Calls are
--     looked up for the gaps that they overlap; most gaps are in one part, and go around the cutting.
-- needs: _call_rows, _call_activities, _pageable_copies, _overhead_rows, _os_call_rows, _thread_innermost
-- param: gaps RELATION -- name of a relation with the columns of _explained_gaps
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: gap_start_ns BIGINT [ns] -- start of the gap
-- column: gap_end_ns BIGINT [ns] -- end of the gap
-- column: start_ns BIGINT [ns] -- start of the part
-- column: end_ns BIGINT [ns] -- end of the part
-- column: cause VARCHAR -- of the gap: sync, launch, queued or unknown
-- column: activity VARCHAR -- as in idle_parts
-- column: state VARCHAR -- launch-starved, turnaround, stalled or unknown
-- column: call_id BIGINT -- row of the CUDA API call that the thread was in; NULL if it was in none
-- column: api_name_id BIGINT -- string id of its name
-- column: host_name VARCHAR -- name of the operating system's call or of the overhead; NULL if it was in none
-- column: drained_id BIGINT -- row of the call that the thread was waiting in where the gap starts; NULL if in none
-- column: drained_name_id BIGINT -- string id of its name
-- column: global_tid BIGINT -- the launching thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range open there; NULL if none is open

WITH numbered AS MATERIALIZED (
    SELECT
        row_number() OVER () AS gap,
        gpu_id, start_ns, end_ns, cause, api_event_id, global_tid,
        CASE WHEN api_end_ns IS NOT NULL THEN least(greatest(api_end_ns, start_ns), end_ns) END AS issued_ns
    FROM query_table(gaps)
),

lanes AS MATERIALIZED (
    SELECT global_tid, gpu_id, row_number() OVER () AS lane
    FROM (SELECT DISTINCT global_tid, gpu_id FROM numbered WHERE global_tid IS NOT NULL)
),

-- gaps of a thread overlap where it launches on several GPUs; those of a lane never do
given AS MATERIALIZED (
    SELECT n.*, l.lane
    FROM numbered AS n
    LEFT JOIN lanes AS l ON l.global_tid = n.global_tid AND l.gpu_id IS NOT DISTINCT FROM n.gpu_id
),

starved AS MATERIALIZED (
    SELECT gap, lane, global_tid, start_ns, issued_ns, end_ns FROM given WHERE issued_ns > start_ns
),

reach AS MATERIALIZED (
    SELECT lane, global_tid, min(start_ns) AS from_ns, max(issued_ns) AS until_ns FROM starved GROUP BY ALL
),

-- of CUDA's runtime, its driver and the operating system the first is outside where calls begin and end together
host AS (
    SELECT
        r.lane, FALSE AS is_overhead, c.start_ns, c.end_ns, CASE WHEN c.is_driver THEN 2 ELSE 1 END AS turn,
        c.event_id, c.global_pid, c.correlation_id, c.api_name_id, NULL::VARCHAR AS host_name
    FROM _call_rows AS c
    INNER JOIN reach AS r ON r.global_tid = c.global_tid AND c.end_ns > r.from_ns AND c.start_ns < r.until_ns
    UNION ALL
    SELECT r.lane, FALSE, o.start_ns, o.end_ns, 3, o.event_id, NULL, NULL, NULL, o.call_name
    FROM _os_call_rows AS o
    INNER JOIN reach AS r ON r.global_tid = o.global_tid AND o.end_ns > r.from_ns AND o.start_ns < r.until_ns
    UNION ALL
    SELECT r.lane, TRUE, o.start_ns, o.end_ns, 1, o.event_id, NULL, NULL, NULL, o.overhead_name
    FROM _overhead_rows AS o
    INNER JOIN reach AS r ON r.global_tid = o.global_tid AND o.end_ns > r.from_ns AND o.start_ns < r.until_ns
),

near AS MATERIALIZED (
    SELECT h.*
    FROM host AS h
    ASOF INNER JOIN starved AS g ON g.lane = h.lane AND h.end_ns > g.start_ns
    WHERE h.start_ns < g.issued_ns AND h.end_ns > h.start_ns
),

-- of calls inside each other the outermost
spans AS MATERIALIZED (
    SELECT * REPLACE (greatest(start_ns, coalesce(reached_ns, start_ns)) AS start_ns)
    FROM (
        SELECT
            *,
            max(end_ns) OVER (
                PARTITION BY lane, is_overhead ORDER BY start_ns, end_ns DESC, turn, event_id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ) AS reached_ns
        FROM near
    )
    WHERE reached_ns IS NULL OR end_ns > reached_ns
),

cuts AS MATERIALIZED (
    SELECT gap, issued_ns AS at_ns FROM starved WHERE issued_ns < end_ns
    UNION
    SELECT g.gap, e.at_ns
    FROM (
        SELECT lane, start_ns AS at_ns FROM spans
        UNION ALL
        SELECT lane, end_ns FROM spans
    ) AS e
    ASOF INNER JOIN starved AS g ON g.lane = e.lane AND e.at_ns > g.start_ns
    WHERE e.at_ns < g.issued_ns
    UNION
    SELECT g.gap, e.at_ns
    FROM (SELECT l.lane, i.at_ns FROM _thread_innermost AS i INNER JOIN lanes AS l ON l.global_tid = i.global_tid) AS e
    ASOF INNER JOIN (SELECT gap, lane, start_ns, end_ns FROM given) AS g ON g.lane = e.lane AND e.at_ns > g.start_ns
    WHERE e.at_ns < g.end_ns
),

pieces AS MATERIALIZED (
    SELECT g.*, p.start_ns AS from_ns, coalesce(p.next_ns, g.end_ns) AS until_ns
    FROM (
        SELECT gap, at_ns AS start_ns, lead(at_ns) OVER (PARTITION BY gap ORDER BY at_ns) AS next_ns
        FROM (
            FROM cuts
            UNION ALL
            SELECT gap, start_ns FROM given WHERE gap IN (SELECT gap FROM cuts)
        )
    ) AS p
    INNER JOIN given AS g ON g.gap = p.gap
    UNION ALL
    SELECT *, start_ns, end_ns FROM given WHERE gap NOT IN (SELECT gap FROM cuts)
),

-- what the thread was in where the piece starts, if it still was
starved_pieces AS MATERIALIZED (
    SELECT
        p.gap,
        p.from_ns,
        p.from_ns = p.start_ns AS is_first,
        coalesce(o.end_ns > p.from_ns, FALSE) AS is_overhead,
        c.call_id,
        c.api_name_id,
        CASE
            WHEN c.turn = 3 THEN 'operating system'
            WHEN (c.global_pid, c.correlation_id) IN (SELECT (global_pid, correlation_id) FROM _pageable_copies)
                THEN 'blocking copy'
            WHEN c.call_id = p.api_event_id AND NOT coalesce(a.is_blocking, FALSE) THEN 'launch'
            WHEN c.call_id IS NOT NULL THEN coalesce(a.activity, 'other call')
            ELSE 'code'
        END AS activity,
        CASE WHEN o.end_ns > p.from_ns THEN o.host_name ELSE c.host_name END AS host_name
    FROM (FROM pieces WHERE from_ns < issued_ns) AS p
    ASOF LEFT JOIN (FROM spans WHERE is_overhead) AS o ON o.lane = p.lane AND p.from_ns >= o.start_ns
    ASOF LEFT JOIN (
        SELECT lane, start_ns AS at_ns, turn, CASE WHEN turn < 3 THEN event_id END AS call_id, global_pid,
            correlation_id, api_name_id, host_name
        FROM spans
        WHERE NOT is_overhead
        UNION ALL
        SELECT e.lane, e.end_ns, NULL, NULL, NULL, NULL, NULL, NULL
        FROM spans AS e
        ANTI JOIN spans AS n ON NOT n.is_overhead AND n.lane = e.lane AND n.start_ns = e.end_ns
        WHERE NOT e.is_overhead
    ) AS c
        ON c.lane = p.lane AND p.from_ns >= c.at_ns
    LEFT JOIN _call_activities AS a ON a.string_id = c.api_name_id
),

-- with few columns: the join sorts what it is given
ranged AS (
    SELECT p.gap, p.from_ns, i.event_id AS range_id
    FROM (SELECT gap, global_tid, from_ns FROM pieces) AS p
    ASOF INNER JOIN _thread_innermost AS i ON i.global_tid = p.global_tid AND p.from_ns >= i.at_ns
),

drained AS (
    SELECT gap, call_id, api_name_id
    FROM starved_pieces
    WHERE is_first AND activity IN ('sync', 'blocking copy')
)

SELECT
    p.gpu_id,
    p.start_ns AS gap_start_ns,
    p.end_ns AS gap_end_ns,
    p.from_ns AS start_ns,
    p.until_ns AS end_ns,
    p.cause,
    CASE
        WHEN p.issued_ns IS NULL THEN 'unknown'
        WHEN h.gap IS NULL THEN 'queued'
        WHEN h.is_overhead THEN 'profiler overhead'
        ELSE h.activity
    END AS activity,
    CASE
        WHEN p.issued_ns IS NULL THEN 'unknown'
        WHEN h.gap IS NOT NULL THEN 'launch-starved'
        WHEN p.end_ns - p.issued_ns <= 5000 THEN 'turnaround'
        ELSE 'stalled'
    END AS state,
    h.call_id,
    h.api_name_id,
    h.host_name,
    d.call_id AS drained_id,
    d.api_name_id AS drained_name_id,
    p.global_tid,
    r.range_id
FROM pieces AS p
LEFT JOIN starved_pieces AS h ON h.gap = p.gap AND h.from_ns = p.from_ns
LEFT JOIN drained AS d ON d.gap = p.gap
LEFT JOIN ranged AS r ON r.gap = p.gap AND r.from_ns = p.from_ns
