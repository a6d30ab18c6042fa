-- name: nvtx_gpu
-- summary: What the GPUs did for each NVTX range, and while it lasted.
-- description: Two measures that differ. gpu_overlap_ns: time of the range in which any GPU was at work,
--     whoever launched the work. launched_...: the work that was launched inside the range (same
--     thread, call fully inside), whenever it ran; also for ranges that launched nothing, and NULL
--     for start/end ranges that another thread ended. The islands of launched work climb from level
--     to level and merge on the way, so no pair of a range and a kernel is kept; several GPUs count
--     as one.
-- needs: nvtx_ranges, _nvtx_launches, _start_end_launches, gpu_activity, interval_union
-- needs: interval_coverage
-- column: range_id BIGINT -- event_id of the range
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- end of the range; NULL while open
-- column: duration_ns BIGINT [ns] -- end minus start; NULL while open
-- column: range_name VARCHAR -- the range's text
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: style VARCHAR -- push_pop or start_end
-- column: path VARCHAR -- texts from the root down, as in step/layer/op
-- column: depth BIGINT -- ranges that it lies in; 0 at the root
-- column: global_tid BIGINT -- thread id with host, VM and process
-- column: gpu_overlap_ns BIGINT [ns] -- time of the range in which any GPU was at work; NULL while open
-- column: launched_busy_ns BIGINT [ns] -- length of the union of the work launched inside
-- column: launched_span_ns BIGINT [ns] -- from the first start to the last end of that work; NULL for none
-- column: first_gpu_ns BIGINT [ns] -- first start of that work; NULL for none
-- column: last_gpu_ns BIGINT [ns] -- last end of that work; NULL for none
-- column: op_count BIGINT -- operations launched inside
-- column: kernel_count BIGINT -- kernels among them

WITH RECURSIVE ranges AS MATERIALIZED (
    SELECT * FROM nvtx_ranges
),

owned AS MATERIALIZED (
    SELECT r.depth, l.range_id AS lane, l.start_ns, l.end_ns, l.kind
    FROM _nvtx_launches AS l
    INNER JOIN ranges AS r ON r.event_id = l.range_id
),

-- from the deepest level to the root: what came from below and what the level launched itself
climbing AS (
    SELECT max(depth) + 1 AS depth, NULL::BIGINT AS lane, NULL::BIGINT AS start_ns, NULL::BIGINT AS end_ns
    FROM owned
    UNION ALL
    (
        WITH _level AS (
            SELECT r.parent_id AS lane, c.start_ns, c.end_ns
            FROM climbing AS c
            INNER JOIN ranges AS r ON r.event_id = c.lane
            WHERE r.parent_id IS NOT NULL
            UNION ALL
            SELECT lane, start_ns, end_ns
            FROM owned
            WHERE depth = (SELECT any_value(depth) FROM climbing) - 1
        )

        SELECT (SELECT any_value(depth) FROM climbing) - 1, lane, start_ns, end_ns
        FROM interval_union('_level')
        WHERE (SELECT any_value(depth) FROM climbing) > 0
    )
),

counting AS (
    SELECT max(depth) + 1 AS depth, NULL::BIGINT AS lane, 0::BIGINT AS op_count, 0::BIGINT AS kernel_count
    FROM owned
    UNION ALL
    (
        WITH level AS (
            SELECT r.parent_id AS lane, c.op_count, c.kernel_count
            FROM counting AS c
            INNER JOIN ranges AS r ON r.event_id = c.lane
            WHERE r.parent_id IS NOT NULL
            UNION ALL
            SELECT lane, 1, (kind = 'kernel')::BIGINT
            FROM owned
            WHERE depth = (SELECT any_value(depth) FROM counting) - 1
        )

        SELECT
            (SELECT any_value(depth) FROM counting) - 1,
            lane,
            sum(op_count)::BIGINT,
            sum(kernel_count)::BIGINT
        FROM level
        WHERE (SELECT any_value(depth) FROM counting) > 0
        GROUP BY lane
    )
),

_started AS (
    SELECT range_id AS lane, start_ns, end_ns FROM _start_end_launches
),

islands AS (
    SELECT lane, start_ns, end_ns FROM climbing WHERE lane IS NOT NULL
    UNION ALL
    SELECT lane, start_ns, end_ns FROM interval_union('_started')
),

launched AS (
    SELECT
        lane,
        sum(end_ns - start_ns)::BIGINT AS busy_ns,
        min(start_ns) AS first_ns,
        max(end_ns) AS last_ns
    FROM islands
    GROUP BY lane
),

counts AS (
    SELECT lane, op_count, kernel_count FROM counting WHERE lane IS NOT NULL
    UNION ALL
    SELECT range_id, count(*), count(*) FILTER (WHERE kind = 'kernel')
    FROM _start_end_launches
    GROUP BY range_id
),

_work AS (
    SELECT 0 AS lane, start_ns, end_ns FROM gpu_activity
),

_points AS (
    SELECT 0 AS lane, start_ns AS at_ns FROM ranges WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT 0, end_ns FROM ranges WHERE end_ns IS NOT NULL
),

busy AS (
    SELECT at_ns, covered_ns FROM interval_coverage('_work', '_points')
)

SELECT
    r.event_id AS range_id,
    r.start_ns,
    r.end_ns,
    r.duration_ns,
    r.range_name,
    r.domain,
    r.style,
    r.path,
    r.depth,
    r.global_tid,
    e.covered_ns - s.covered_ns AS gpu_overlap_ns,
    CASE WHEN r.end_tid IS NULL THEN coalesce(l.busy_ns, 0) END AS launched_busy_ns,
    l.last_ns - l.first_ns AS launched_span_ns,
    l.first_ns AS first_gpu_ns,
    l.last_ns AS last_gpu_ns,
    CASE WHEN r.end_tid IS NULL THEN coalesce(c.op_count, 0) END AS op_count,
    CASE WHEN r.end_tid IS NULL THEN coalesce(c.kernel_count, 0) END AS kernel_count
FROM ranges AS r
LEFT JOIN launched AS l ON l.lane = r.event_id
LEFT JOIN counts AS c ON c.lane = r.event_id
LEFT JOIN busy AS s ON s.at_ns = r.start_ns
LEFT JOIN busy AS e ON e.at_ns = r.end_ns
