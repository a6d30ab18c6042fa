-- name: _holders_of_cells
-- summary: What holds the calls of a cell: the innermost push/pop range of each domain, and the loose ranges.
-- description: The range is the innermost one at the begin of the cell that lasts to its end; only where the
--     innermost does not, the ranges around it are tried in turn. Not in tangles, where what is around a range
--     need not be around its calls: those, and start/end ranges, are loose, and all of a cell
--     have one number: see _loose_ranges.
-- needs: _nvtx_cuts, _nvtx_nesting, _nvtx_innermost
-- param: ops RELATION -- name of a relation with cell_id
-- column: cell_id BIGINT -- the cell
-- column: holder_id BIGINT -- the range; for the loose ranges a number that no range has, the same for cells in
--     the same
-- column: is_loose BOOLEAN -- the loose ranges of the cell; FALSE for a range
-- column: global_tid BIGINT -- thread of the cell
-- column: from_ns BIGINT [ns] -- the cut that the calls begin behind
-- column: until_ns BIGINT [ns] -- the cut that they end before

WITH RECURSIVE numbers AS MATERIALIZED (
    SELECT
        c.cell_id,
        (c.cell_id - 1) // n.cut_count AS place,
        (c.cell_id - 1) % n.cut_count + 1 AS end_place
    FROM (SELECT DISTINCT cell_id FROM query_table(ops) WHERE cell_id IS NOT NULL) AS c
    CROSS JOIN (SELECT count(*) AS cut_count FROM _nvtx_cuts) AS n
),

cells AS MATERIALIZED (
    SELECT
        n.cell_id,
        b.global_tid,
        b.at_ns AS from_ns,
        e.at_ns AS until_ns,
        b.loose_from,
        e.loose_until
    FROM numbers AS n
    INNER JOIN _nvtx_cuts AS b ON b.place = n.place
    INNER JOIN _nvtx_cuts AS e ON e.place = n.end_place
),

nesting AS MATERIALIZED (
    SELECT event_id, parent_id, until_ns FROM _nvtx_nesting WHERE NOT is_tangled
),

-- until when the innermost range lasts, NULL where there is none
innermost AS MATERIALIZED (
    SELECT i.global_tid, i.domain_id, i.at_ns, n.event_id, n.until_ns, n.parent_id
    FROM _nvtx_innermost AS i
    LEFT JOIN nesting AS n ON n.event_id = i.event_id
),

-- kept apart, since a recursive term takes no ASOF join
found AS MATERIALIZED (
    SELECT i.event_id AS range_id, i.until_ns AS range_until_ns, i.parent_id, c.*
    FROM (
        SELECT c.*, d.domain_id
        FROM cells AS c
        INNER JOIN (SELECT DISTINCT global_tid, domain_id FROM innermost) AS d ON d.global_tid = c.global_tid
    ) AS c
    ASOF INNER JOIN innermost AS i
        ON i.global_tid = c.global_tid AND i.domain_id = c.domain_id AND c.from_ns >= i.at_ns
),

tried AS (
    SELECT range_id, range_until_ns, parent_id, cell_id, global_tid, from_ns, until_ns
    FROM found
    WHERE range_until_ns < until_ns
    UNION ALL
    SELECT n.event_id, n.until_ns, n.parent_id, t.cell_id, t.global_tid, t.from_ns, t.until_ns
    FROM tried AS t
    INNER JOIN nesting AS n ON n.event_id = t.parent_id
    WHERE t.range_until_ns < t.until_ns
)

SELECT cell_id, range_id AS holder_id, FALSE AS is_loose, global_tid, from_ns, until_ns
FROM found
WHERE range_until_ns >= until_ns
UNION ALL
SELECT cell_id, range_id, FALSE, global_tid, from_ns, until_ns
FROM tried
WHERE range_until_ns >= until_ns
UNION ALL
SELECT
    cell_id,
    (SELECT min(event_id) FROM _nvtx_nesting) - dense_rank() OVER (ORDER BY global_tid, loose_from, loose_until),
    TRUE,
    global_tid,
    from_ns,
    until_ns
FROM cells
WHERE loose_from > 0
