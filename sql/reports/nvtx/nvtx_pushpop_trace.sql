-- name: nvtx_pushpop_trace
-- title: NVTX Push/Pop Range Trace
-- summary: NVTX push/pop ranges in order of time, with their nesting.
-- description: As in nsys a range's parent is the shortest other range of its thread, of whatever
--     domain, that it lies in (nvtx_ranges nests each domain by itself). Of equal ranges the later
--     lies in the earlier; in nsys they are each other's parent and vanish with all below them. A
--     range of length 0 holds nothing. child_ns is of the direct children.
-- requires: nvtx_events
-- needs: _labelled_ranges, _interval_parents
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- end of the range
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: child_ns BIGINT [ns] -- summed time of the ranges directly inside
-- column: self_ns BIGINT [ns] -- duration less that
-- column: range_name VARCHAR -- domain, colon, text; nothing before the colon for the default
--     domain
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: level BIGINT -- ranges that it lies in; 0 at the root
-- column: child_count BIGINT -- ranges directly inside
-- column: range_id BIGINT -- the row's id in the export's table
-- column: parent_id BIGINT -- range_id of the parent; NULL at the root
-- column: range_stack VARCHAR -- ids from the root down, as in :1:7:9
-- column: name_tree VARCHAR -- the name behind two dashes a level
-- nsys: "Start (ns)" start_ns ts
-- nsys: "End (ns)" end_ns ts
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "DurChild (ns)" child_ns dur
-- nsys: "DurNonChild (ns)" self_ns dur
-- nsys: "Name" range_name text
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "Lvl" level int
-- nsys: "NumChild" child_count int
-- nsys: "RangeId" range_id int
-- nsys: "ParentId" parent_id int
-- nsys: "RangeStack" range_stack text
-- nsys: "NameTree" name_tree text
-- example: SELECT path, duration_ns, self_ns FROM nvtx_ranges ORDER BY self_ns DESC, event_id LIMIT 5

WITH RECURSIVE ranges AS MATERIALIZED (
    SELECT * FROM _labelled_ranges($open_ranges, FALSE) WHERE style = 'PushPop'
),

_ranges AS (
    SELECT global_tid AS lane, event_id AS id, start_ns, end_ns FROM ranges
),

parents AS MATERIALIZED (
    SELECT id, parent_id FROM _interval_parents('_ranges')
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

inside AS (
    SELECT p.parent_id, sum(r.duration_ns)::BIGINT AS child_ns, count(*) AS child_count
    FROM parents AS p
    INNER JOIN ranges AS r ON r.event_id = p.id
    WHERE p.parent_id IS NOT NULL
    GROUP BY p.parent_id
)

SELECT
    r.start_ns,
    r.end_ns,
    r.duration_ns,
    coalesce(i.child_ns, 0) AS child_ns,
    r.duration_ns - coalesce(i.child_ns, 0) AS self_ns,
    r.range_name,
    r.pid,
    r.tid,
    l.level,
    coalesce(i.child_count, 0) AS child_count,
    r.event_id AS range_id,
    p.parent_id,
    l.range_stack,
    repeat('--', l.level) || r.range_name AS name_tree
FROM ranges AS r
INNER JOIN parents AS p ON p.id = r.event_id
INNER JOIN placed AS l ON l.id = r.event_id
LEFT JOIN inside AS i ON i.parent_id = r.event_id
ORDER BY r.start_ns, r.duration_ns, r.event_id
