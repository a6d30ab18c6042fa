-- name: _starved_pieces
-- summary: Launch-starved time of each step, by what the launching thread did.
-- description: A stretch without compute until the call that launched the next compute operation returned, cut at the
--     steps. Its time is parted, in this order, into profiler overhead, allocation, copies that block the thread,
--     calls of the operating system, and the rest. It is drained where the thread waited in a synchronize call as
--     the stretch began: then the rest is what refilling the queue took. Stretches below 10 us are all rest.
-- keep: several findings read it
-- needs: _compute_gaps, _gpu_steps, _call_rows, strings, api_class, whole.gpu_memcpy, os_runtime, profiler_overhead, interval_coverage
-- column: step_id BIGINT -- the step
-- column: gpu_id BIGINT -- the GPU
-- column: start_ns BIGINT [ns] -- start of the piece
-- column: end_ns BIGINT [ns] -- its end
-- column: global_tid BIGINT -- the launching thread
-- column: is_drained BOOLEAN -- the thread waited for the device as the stretch began
-- column: is_copying BOOLEAN -- the thread was blocked by a copy as the stretch began
-- column: waited_ns BIGINT [ns] -- how long that wait was; 0 where it is not drained
-- column: latency_ns BIGINT [ns] -- from the launch to the operation's start where nothing held it up, 10 us at most; after the piece
-- column: is_steady BOOLEAN -- figures per step count the step
-- column: overhead_ns BIGINT [ns] -- profiler overhead
-- column: alloc_ns BIGINT [ns] -- calls that allocate or free
-- column: copy_ns BIGINT [ns] -- copies and memsets that block the thread
-- column: os_ns BIGINT [ns] -- calls of the operating system outside those
-- column: rest_ns BIGINT [ns] -- launches, other calls, code

WITH pieces AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY s.step_id, s.gpu_id, g.gap_id) AS piece_id,
        s.step_id,
        s.gpu_id,
        s.is_steady,
        greatest(g.start_ns, s.start_ns) AS start_ns,
        least(g.issued_ns, g.end_ns, s.end_ns) AS end_ns,
        g.start_ns AS gap_start_ns,
        CASE
            WHEN g.producer_end_ns IS NULL AND g.end_ns > g.issued_ns AND g.issued_ns <= s.end_ns
                THEN least(g.end_ns - g.issued_ns, 10000)
            ELSE 0
        END AS latency_ns,
        g.global_tid
    FROM _compute_gaps AS g
    INNER JOIN _gpu_steps AS s
        ON
            (g.gpu_id - s.gpu_id) = 0
            AND g.start_ns < s.end_ns
            AND s.start_ns < least(g.issued_ns, g.end_ns)
    WHERE g.issued_ns > g.start_ns
),

names AS MATERIALIZED (
    SELECT
        string_id,
        CASE
            WHEN api_class(text) IN ('sync', 'alloc') THEN api_class(text)
            WHEN api_class(text) IN ('memcpy', 'memset') AND text NOT LIKE '%Async%' THEN 'copy'
        END AS class
    FROM strings
    WHERE regexp_matches(text, '^cu')
),

pageable AS MATERIALIZED (
    SELECT DISTINCT global_pid, correlation_id
    FROM whole.gpu_memcpy
    WHERE correlation_id <> 0 AND (src_kind = 'Pageable' OR dst_kind = 'Pageable')
),

calls AS MATERIALIZED (
    SELECT c.global_tid, c.start_ns, c.end_ns, coalesce(n.class, 'copy') AS class
    FROM _call_rows AS c
    LEFT JOIN (FROM names WHERE class IS NOT NULL) AS n ON n.string_id = c.api_name_id
    LEFT JOIN pageable AS p ON p.global_pid = c.global_pid AND p.correlation_id = c.correlation_id
    WHERE (n.class IS NOT NULL OR p.correlation_id IS NOT NULL) AND c.end_ns IS NOT NULL
),

doings AS (
    SELECT 1 AS level, global_tid, start_ns, end_ns FROM profiler_overhead WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT 2, global_tid, start_ns, end_ns FROM calls WHERE class = 'alloc'
    UNION ALL
    SELECT 3, global_tid, start_ns, end_ns FROM calls WHERE class = 'copy'
    UNION ALL
    -- what a synchronize call does inside the operating system is its waiting, no cause of its own
    SELECT 4, global_tid, start_ns, end_ns FROM calls WHERE class = 'sync'
    UNION ALL
    SELECT 5, global_tid, start_ns, end_ns FROM os_runtime WHERE end_ns IS NOT NULL
),

_classes AS (
    SELECT {'tid': d.global_tid, 'level': l.level} AS lane, d.start_ns, d.end_ns
    FROM doings AS d
    INNER JOIN (VALUES (1), (2), (3), (4), (5)) AS l (level) ON l.level >= d.level
    WHERE d.global_tid IN (SELECT global_tid FROM pieces)
),

_points AS (
    SELECT {'tid': p.global_tid, 'level': l.level} AS lane, unnest([p.start_ns, p.end_ns]) AS at_ns
    FROM pieces AS p
    CROSS JOIN (VALUES (1), (2), (3), (4), (5)) AS l (level)
    WHERE p.end_ns - p.start_ns >= 10000
),

covered AS (
    SELECT
        lane.tid AS global_tid,
        at_ns,
        max(CASE WHEN lane.level = 1 THEN covered_ns END) AS by1_ns,
        max(CASE WHEN lane.level = 2 THEN covered_ns END) AS by2_ns,
        max(CASE WHEN lane.level = 3 THEN covered_ns END) AS by3_ns,
        max(CASE WHEN lane.level = 4 THEN covered_ns END) AS by4_ns,
        max(CASE WHEN lane.level = 5 THEN covered_ns END) AS by5_ns
    FROM interval_coverage('_classes', '_points')
    GROUP BY ALL
),

waited AS (
    SELECT
        p.piece_id,
        coalesce(c.end_ns >= p.gap_start_ns AND c.class = 'sync', FALSE) AS is_drained,
        coalesce(c.end_ns >= p.gap_start_ns AND c.class = 'copy', FALSE) AS is_copying,
        CASE WHEN c.end_ns >= p.gap_start_ns AND c.class = 'sync' THEN c.end_ns - c.start_ns ELSE 0 END AS waited_ns
    FROM pieces AS p
    ASOF LEFT JOIN (FROM calls WHERE class IN ('sync', 'copy')) AS c
        ON c.global_tid = p.global_tid AND p.gap_start_ns >= c.start_ns
)

SELECT
    p.step_id,
    p.gpu_id,
    p.start_ns,
    p.end_ns,
    p.global_tid,
    w.is_drained,
    w.is_copying,
    w.waited_ns,
    p.latency_ns,
    p.is_steady,
    coalesce(e.by1_ns - b.by1_ns, 0) AS overhead_ns,
    coalesce(e.by2_ns - b.by2_ns - (e.by1_ns - b.by1_ns), 0) AS alloc_ns,
    coalesce(e.by3_ns - b.by3_ns - (e.by2_ns - b.by2_ns), 0) AS copy_ns,
    coalesce(e.by5_ns - b.by5_ns - (e.by4_ns - b.by4_ns), 0) AS os_ns,
    p.end_ns - p.start_ns - coalesce(
        e.by3_ns - b.by3_ns + e.by5_ns - b.by5_ns - (e.by4_ns - b.by4_ns), 0
    ) AS rest_ns
FROM pieces AS p
INNER JOIN waited AS w ON w.piece_id = p.piece_id
LEFT JOIN covered AS b ON b.global_tid = p.global_tid AND b.at_ns = p.start_ns AND p.end_ns - p.start_ns >= 10000
LEFT JOIN covered AS e ON e.global_tid = p.global_tid AND e.at_ns = p.end_ns AND p.end_ns - p.start_ns >= 10000
