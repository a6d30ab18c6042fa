-- name: _nvtx_projection
-- summary: NVTX ranges as nsys stats projects them to the GPU: the span of the work launched
--     inside.
-- description: Work is all of gpu_activity: beside kernels, copies and memsets also graphs traced
--     as a whole and decompressions. Per innermost range the calls are gathered, and climb from
--     range to range. The tree is that of all ranges of a thread, of both styles and all domains.
-- needs: whole._labelled_ranges, _op_cells, _cell_holders, _loose_ranges, _nvtx_nesting, _interval_parents
-- param: open_ranges VARCHAR -- clip or exclude
-- column: range_id BIGINT -- the row's id in the export's table
-- column: range_name VARCHAR -- domain, colon, text
-- column: style VARCHAR -- PushPop or StartEnd
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: duration_ns BIGINT [ns] -- its length
-- column: first_ns BIGINT [ns] -- first start of the work
-- column: last_ns BIGINT [ns] -- last end of the work
-- column: op_count BIGINT -- calls that launched work
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: level BIGINT -- ranges that it lies in
-- column: child_count BIGINT -- ranges with work directly inside
-- column: parent_id BIGINT -- the range that it lies in
-- column: range_stack VARCHAR -- ids from the root down

WITH RECURSIVE ranges AS MATERIALIZED (
    SELECT * FROM whole._labelled_ranges(open_ranges, FALSE) WHERE end_tid IS NULL
),

cells AS (
    SELECT
        cell_id,
        min(CASE WHEN end_ns IS NOT NULL THEN start_ns END) AS first_ns,
        max(end_ns) AS last_ns,
        count(DISTINCT call_id) AS op_count
    FROM _op_cells
    WHERE cell_id IS NOT NULL
    GROUP BY cell_id
),

held_cells AS MATERIALIZED (
    SELECT h.holder_id, h.until_ns, c.first_ns, c.last_ns, c.op_count
    FROM cells AS c
    INNER JOIN _cell_holders AS h ON h.cell_id = c.cell_id
),

owned AS (
    SELECT
        c.holder_id AS range_id,
        min(c.first_ns) AS first_ns,
        max(c.last_ns) AS last_ns,
        sum(c.op_count)::BIGINT AS op_count
    FROM held_cells AS c
    INNER JOIN ranges AS r ON r.event_id = c.holder_id
    WHERE NOT r.is_open OR c.until_ns <= r.end_ns
    GROUP BY c.holder_id
),

-- only push/pop ranges pass on what they hold
climb AS (
    SELECT event_id, parent_id
    FROM _nvtx_nesting
    WHERE is_stacked AND NOT is_tangled AND parent_id IS NOT NULL
),

climbing AS (
    SELECT range_id, first_ns, last_ns, op_count FROM owned
    UNION ALL
    SELECT n.parent_id, min(c.first_ns), max(c.last_ns), sum(c.op_count)::BIGINT
    FROM climbing AS c
    INNER JOIN climb AS n ON n.event_id = c.range_id
    GROUP BY n.parent_id
),

projected AS MATERIALIZED (
    SELECT
        range_id,
        min(first_ns) AS first_ns,
        max(last_ns) AS last_ns,
        sum(op_count)::BIGINT AS op_count
    FROM (
        FROM climbing
        UNION ALL
        SELECT n.range_id, c.first_ns, c.last_ns, c.op_count
        FROM held_cells AS c
        INNER JOIN _loose_ranges('_cell_holders') AS n ON n.holder_id = c.holder_id
        INNER JOIN ranges AS r ON r.event_id = n.range_id
        WHERE NOT r.is_open OR n.until_ns <= r.end_ns
    )
    GROUP BY range_id
    HAVING min(first_ns) IS NOT NULL
),

_stacked AS MATERIALIZED (
    SELECT global_tid AS lane, event_id AS id, start_ns, end_ns FROM ranges WHERE style = 'PushPop'
),

-- picked first: beside a range join the condition would see every pair
loose AS MATERIALIZED (
    SELECT global_tid AS lane, event_id AS id, start_ns, end_ns FROM ranges WHERE style = 'StartEnd'
),

-- start/end ranges overlap whatever they like, and are looked up on their own; the equality as a
-- difference keeps DuckDB at a range join
held AS MATERIALIZED (
    SELECT c.id, c.start_ns, c.end_ns, p.id AS parent_id, p.start_ns AS parent_start_ns, p.end_ns AS parent_end_ns
    FROM (
        FROM _stacked
        UNION ALL
        FROM loose
    ) AS c
    INNER JOIN loose AS p ON p.start_ns <= c.start_ns AND p.end_ns >= c.end_ns AND (p.lane - c.lane) = 0
    UNION ALL
    SELECT c.id, c.start_ns, c.end_ns, p.id, p.start_ns, p.end_ns
    FROM loose AS c
    INNER JOIN _stacked AS p ON p.start_ns <= c.start_ns AND p.end_ns >= c.end_ns AND (p.lane - c.lane) = 0
),

-- of equal ranges the later lies in the earlier, and none in one without length
candidates AS (
    SELECT id, parent_id, parent_start_ns AS start_ns, parent_end_ns AS end_ns
    FROM held
    WHERE
        parent_end_ns > start_ns
        AND parent_end_ns > parent_start_ns
        AND (parent_end_ns - parent_start_ns > end_ns - start_ns OR parent_id < id)
    UNION ALL
    SELECT n.id, n.parent_id, p.start_ns, p.end_ns
    FROM _interval_parents('_stacked') AS n
    INNER JOIN _stacked AS p ON p.id = n.parent_id
),

shortest AS (
    SELECT id, arg_min(parent_id, (end_ns - start_ns, -start_ns, -parent_id)) AS parent_id
    FROM candidates
    GROUP BY id
),

parents AS MATERIALIZED (
    SELECT r.event_id AS id, s.parent_id
    FROM ranges AS r
    LEFT JOIN shortest AS s ON s.id = r.event_id
),

placed AS (
    SELECT id, 0::BIGINT AS level, ':' || id AS range_stack
    FROM parents
    WHERE parent_id IS NULL
    UNION ALL
    SELECT c.id, p.level + 1, p.range_stack || ':' || c.id
    FROM placed AS p
    INNER JOIN parents AS c ON c.parent_id = p.id
),

children AS (
    SELECT p.parent_id, count(*) AS child_count
    FROM parents AS p
    INNER JOIN projected AS w ON w.range_id = p.id
    WHERE p.parent_id IS NOT NULL
    GROUP BY p.parent_id
)

SELECT
    w.range_id,
    r.range_name,
    r.style,
    r.start_ns,
    r.duration_ns,
    w.first_ns,
    w.last_ns,
    w.op_count,
    r.pid,
    r.tid,
    l.level,
    coalesce(c.child_count, 0) AS child_count,
    p.parent_id,
    l.range_stack
FROM projected AS w
INNER JOIN ranges AS r ON r.event_id = w.range_id
INNER JOIN parents AS p ON p.id = w.range_id
INNER JOIN placed AS l ON l.id = w.range_id
LEFT JOIN children AS c ON c.parent_id = w.range_id
