-- name: _nvtx_work
-- summary: The work that each NVTX range launched: how much, and for how long it kept the GPUs busy.
-- description: Ranges without any are left out; several GPUs count as one. Bouts of work that all come from
--     one cell are as long for every range around it: numbers climb the tree. Operations of the others are
--     sorted once more, stack by stack of ranges (a thread and domain): where they all come from one
--     innermost range, numbers climb again. Only where operations of different ranges run at once, islands of
--     work climb from level to level and merge on the way. Loose ranges get the work of what they hold
--     in the same way. No pair of a range and an operation is made. Under a window it is the part of the work
--     inside; which ranges launched it is told by the whole capture.
-- keep: per range and per name figures read it
-- needs: _op_bouts, _cell_holders, _loose_ranges, _nvtx_nesting, interval_union
-- column: range_id BIGINT -- the range
-- column: busy_ns BIGINT [ns] -- length of the union of the work; NULL where none has usable times
-- column: first_ns BIGINT [ns] -- first start of that work; NULL likewise
-- column: last_ns BIGINT [ns] -- last end of that work; NULL likewise
-- column: op_count BIGINT -- operations launched inside
-- column: kernel_count BIGINT -- kernels among them

WITH RECURSIVE tree AS MATERIALIZED (
    SELECT
        event_id AS range_id,
        parent_id,
        level,
        dense_rank() OVER (ORDER BY global_tid, domain_id) AS stack
    FROM _nvtx_nesting
    WHERE is_stacked AND NOT is_tangled
),

holders AS MATERIALIZED (
    SELECT h.cell_id, h.holder_id AS range_id, h.is_loose, t.stack
    FROM _cell_holders AS h
    INNER JOIN tree AS t ON t.range_id = h.holder_id
    WHERE NOT h.is_loose
    UNION ALL
    SELECT cell_id, holder_id, TRUE, -dense_rank() OVER (ORDER BY global_tid)
    FROM _cell_holders
    WHERE is_loose
),

loose AS MATERIALIZED (
    SELECT holder_id, range_id FROM _loose_ranges('_cell_holders')
),

ops AS MATERIALIZED (
    SELECT cell_id, start_ns, end_ns, is_kernel, added_ns, bout, is_switch FROM _op_bouts
),

mixed_bouts AS MATERIALIZED (
    SELECT DISTINCT bout FROM ops WHERE is_switch
),

-- bouts of one cell are as long for all that holds the cell
cells AS (
    SELECT
        cell_id,
        sum(CASE WHEN bout NOT IN (FROM mixed_bouts) THEN added_ns END)::BIGINT AS busy_ns,
        min(CASE WHEN end_ns IS NOT NULL THEN start_ns END) AS first_ns,
        max(end_ns) AS last_ns,
        count(*) AS op_count,
        count_if(is_kernel) AS kernel_count
    FROM ops
    GROUP BY cell_id
),

-- the others once for each that holds them
owned AS MATERIALIZED (
    SELECT h.stack, h.range_id, h.is_loose, o.start_ns, o.end_ns
    FROM ops AS o
    INNER JOIN holders AS h ON h.cell_id = o.cell_id
    WHERE o.end_ns IS NOT NULL AND o.bout IN (FROM mixed_bouts)
),

-- a running count over sorted rows tells what of the mixed runs together, stack by stack
sorted AS (
    SELECT stack, range_id, is_loose, start_ns, end_ns
    FROM owned
    ORDER BY stack, start_ns
),

reach AS (
    SELECT
        *,
        max(stack * 18446744073709551616::HUGEINT + end_ns) OVER (ROWS UNBOUNDED PRECEDING) AS reached_at
    FROM sorted
),

swept AS (
    SELECT
        range_id,
        is_loose,
        start_ns,
        end_ns,
        stack * 18446744073709551616::HUGEINT + start_ns >= coalesce(lag(reached_at) OVER (), 0) AS is_first
    FROM reach
),

together AS MATERIALIZED (
    SELECT
        range_id,
        is_loose,
        start_ns,
        end_ns,
        sum(is_first::INTEGER) OVER (ROWS UNBOUNDED PRECEDING)::BIGINT AS bout
    FROM swept
),

bouts AS MATERIALIZED (
    SELECT
        bout,
        min(range_id) AS range_id,
        min(range_id) = max(range_id) AS is_of_one,
        any_value(is_loose) AS is_loose,
        max(end_ns) - min(start_ns) AS busy_ns
    FROM together
    GROUP BY bout
),

own AS MATERIALIZED (
    SELECT h.range_id, h.is_loose, c.busy_ns, c.first_ns, c.last_ns, c.op_count, c.kernel_count
    FROM cells AS c
    INNER JOIN holders AS h ON h.cell_id = c.cell_id
    UNION ALL
    SELECT range_id, is_loose, busy_ns, NULL, NULL, 0, 0
    FROM bouts
    WHERE is_of_one
),

climbing AS (
    SELECT
        range_id,
        sum(busy_ns)::BIGINT AS busy_ns,
        min(first_ns) AS first_ns,
        max(last_ns) AS last_ns,
        sum(op_count)::BIGINT AS op_count,
        sum(kernel_count)::BIGINT AS kernel_count
    FROM own
    WHERE NOT is_loose
    GROUP BY range_id
    UNION ALL
    SELECT
        t.parent_id,
        sum(c.busy_ns)::BIGINT,
        min(c.first_ns),
        max(c.last_ns),
        sum(c.op_count)::BIGINT,
        sum(c.kernel_count)::BIGINT
    FROM climbing AS c
    INNER JOIN tree AS t ON t.range_id = c.range_id
    WHERE t.parent_id IS NOT NULL
    GROUP BY t.parent_id
),

mixed AS MATERIALIZED (
    SELECT r.level, t.range_id AS lane, t.start_ns, t.end_ns
    FROM together AS t
    INNER JOIN bouts AS b ON b.bout = t.bout
    INNER JOIN tree AS r ON r.range_id = t.range_id
    WHERE NOT b.is_of_one AND NOT t.is_loose
),

-- from the deepest level to the root: what came from below and what the level launched itself
merging AS (
    SELECT max(level) + 1 AS level, NULL::BIGINT AS lane, NULL::BIGINT AS start_ns, NULL::BIGINT AS end_ns
    FROM mixed
    UNION ALL
    (
        WITH _level AS (
            SELECT t.parent_id AS lane, m.start_ns, m.end_ns
            FROM merging AS m
            INNER JOIN tree AS t ON t.range_id = m.lane
            WHERE t.parent_id IS NOT NULL
            UNION ALL
            SELECT lane, start_ns, end_ns
            FROM mixed
            WHERE level = (SELECT any_value(level) FROM merging) - 1
        )

        SELECT (SELECT any_value(level) FROM merging) - 1, lane, start_ns, end_ns
        FROM interval_union('_level')
        WHERE (SELECT any_value(level) FROM merging) > 0
    )
),

_mixed AS (
    SELECT c.range_id AS lane, t.start_ns, t.end_ns
    FROM together AS t
    INNER JOIN bouts AS b ON b.bout = t.bout
    INNER JOIN loose AS c ON c.holder_id = t.range_id
    WHERE NOT b.is_of_one
),

parts AS (
    SELECT range_id, busy_ns, first_ns, last_ns, op_count, kernel_count
    FROM climbing
    UNION ALL
    SELECT c.range_id, o.busy_ns, o.first_ns, o.last_ns, o.op_count, o.kernel_count
    FROM own AS o
    INNER JOIN loose AS c ON c.holder_id = o.range_id
    UNION ALL
    SELECT lane, end_ns - start_ns, NULL, NULL, 0, 0
    FROM merging
    WHERE lane IS NOT NULL
    UNION ALL
    SELECT lane, end_ns - start_ns, NULL, NULL, 0, 0
    FROM interval_union('_mixed')
)

SELECT
    range_id,
    sum(busy_ns)::BIGINT AS busy_ns,
    min(first_ns) AS first_ns,
    max(last_ns) AS last_ns,
    sum(op_count)::BIGINT AS op_count,
    sum(kernel_count)::BIGINT AS kernel_count
FROM parts
GROUP BY range_id
