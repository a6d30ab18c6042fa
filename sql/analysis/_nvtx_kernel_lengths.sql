-- name: _nvtx_kernel_lengths
-- summary: Lengths of kernels by the labels of the NVTX ranges that they were launched in.
-- description: A label is the name and style of a range. A kernel is in every range that its launching
--     call lies fully in. Kernels are counted by length and by the stack of labels around them before
--     the labels are parted. Rows without a label are kernels in no range. Rows that count ranges have
--     no length.
-- needs: _labelled_ranges, _named_kernels, _launched_calls, _nvtx_calls, _call_cells, _cell_ranges,
--     _nvtx_nesting, strings, name_of
-- param: open_ranges VARCHAR -- clip or exclude
-- param: strip_ids BOOLEAN -- whether the digits of the ranges' names are folded
-- param: name_kind VARCHAR -- the kernels' name: demangled, base or mangled
-- column: label_id BIGINT -- the first range with that label; NULL for kernels in no range
-- column: global_tid BIGINT -- thread that launched, with host, VM and process
-- column: name_id BIGINT -- a string id of the kernel's name
-- column: duration_ns BIGINT [ns] -- length of the kernels; NULL where they have no usable times
-- column: kernels BIGINT -- kernels of that length
-- column: times BIGINT -- the same, each for every range of the label around it
-- column: ranges BIGINT -- ranges of the label with such kernels

WITH RECURSIVE labelled AS MATERIALIZED (
    SELECT
        event_id,
        end_ns,
        is_open,
        min(event_id) OVER (PARTITION BY range_name, style) AS label_id
    FROM _labelled_ranges(open_ranges, strip_ids)
    WHERE end_tid IS NULL
),

only_caller AS (
    SELECT CASE WHEN min(caller_pid) = max(caller_pid) THEN min(caller_pid) END AS caller_pid
    FROM _launched_calls
),

called AS MATERIALIZED (
    SELECT k.duration_ns, k.name_id, c.api_event_id, c.global_tid
    FROM _named_kernels(name_kind) AS k
    CROSS JOIN only_caller AS o
    LEFT JOIN _launched_calls AS c
        ON
            c.caller_pid = coalesce(k.global_pid, o.caller_pid)
            AND c.correlation_id = k.correlation_id
),

-- two string ids may have one text
names AS MATERIALIZED (
    SELECT string_id, kernel_name, min(string_id) OVER (PARTITION BY kernel_name) AS name_id
    FROM (
        SELECT k.name_id AS string_id, name_of(s.text, k.name_id) AS kernel_name
        FROM (SELECT DISTINCT name_id FROM called) AS k
        LEFT JOIN strings AS s ON s.string_id = k.name_id
    )
),

kernels AS MATERIALIZED (
    SELECT k.duration_ns, n.name_id, k.api_event_id, k.global_tid
    FROM called AS k
    INNER JOIN names AS n ON n.string_id IS NOT DISTINCT FROM k.name_id
),

-- start/end ranges by the cells of calls that lie in them; a cell has a negative number
cells AS MATERIALIZED (
    SELECT -n.cell_id AS holder_id, n.range_id
    FROM _cell_ranges AS n
    INNER JOIN labelled AS l ON l.event_id = n.range_id
    WHERE NOT l.is_open OR n.api_end_ns <= l.end_ns
),

-- what holds each call: the innermost ranges, and its cell
owned AS MATERIALIZED (
    SELECT c.api_event_id, c.range_id AS holder_id
    FROM _nvtx_calls AS c
    INNER JOIN labelled AS l ON l.event_id = c.range_id
    WHERE NOT l.is_open OR c.api_end_ns <= l.end_ns
    UNION ALL
    SELECT api_event_id, -cell_id
    FROM _call_cells
    WHERE -cell_id IN (SELECT holder_id FROM cells)
),

climb AS MATERIALIZED (
    SELECT n.event_id, n.parent_id
    FROM _nvtx_nesting AS n
    INNER JOIN labelled AS l ON l.event_id = n.parent_id
    WHERE n.is_stacked AND NOT n.is_tangled
),

-- the names around each holder, and around each call
around AS (
    SELECT DISTINCT holder_id, holder_id AS range_id FROM owned WHERE holder_id > 0
    UNION ALL
    SELECT holder_id, range_id FROM cells
    UNION ALL
    SELECT a.holder_id, n.parent_id
    FROM around AS a
    INNER JOIN climb AS n ON n.event_id = a.range_id
),

stacks AS MATERIALIZED (
    SELECT holder_id, labels, min(holder_id) OVER (PARTITION BY labels) AS stack_id
    FROM (
        SELECT a.holder_id, list(l.label_id ORDER BY l.label_id) AS labels
        FROM around AS a
        INNER JOIN labelled AS l ON l.event_id = a.range_id
        GROUP BY a.holder_id
    )
),

-- two numbers tell a pair; more than two domains take a list
call_stacks AS MATERIALIZED (
    SELECT
        o.api_event_id, min(s.stack_id) AS lowest_id, max(s.stack_id) AS highest_id, count(*) AS stack_count
    FROM owned AS o
    INNER JOIN stacks AS s ON s.holder_id = o.holder_id
    GROUP BY o.api_event_id
),

many AS MATERIALIZED (
    SELECT o.api_event_id, list(s.stack_id ORDER BY s.stack_id) AS stack
    FROM owned AS o
    INNER JOIN stacks AS s ON s.holder_id = o.holder_id
    WHERE o.api_event_id IN (SELECT api_event_id FROM call_stacks WHERE stack_count > 2)
    GROUP BY o.api_event_id
),

-- kernels of one name, length and stack of names
alike AS MATERIALIZED (
    SELECT
        s.lowest_id, s.highest_id, s.stack_count, m.stack, k.global_tid, k.name_id, k.duration_ns,
        count(*) AS kernels
    FROM kernels AS k
    LEFT JOIN call_stacks AS s ON s.api_event_id = k.api_event_id
    LEFT JOIN many AS m ON m.api_event_id = k.api_event_id
    GROUP BY ALL
),

stack_labels AS (
    SELECT c.lowest_id, c.highest_id, c.stack_count, c.stack, l.label_id, count(*) AS times
    FROM (SELECT DISTINCT lowest_id, highest_id, stack_count, stack FROM alike WHERE stack_count > 0) AS c
    CROSS JOIN unnest(coalesce(c.stack, [c.lowest_id, c.highest_id][:c.stack_count])) AS u (stack_id)
    INNER JOIN (SELECT DISTINCT stack_id, labels FROM stacks) AS s ON s.stack_id = u.stack_id
    CROSS JOIN unnest(s.labels) AS l (label_id)
    GROUP BY ALL
),

-- each name of a kernel once per holder, and per range from the innermost upwards
held AS MATERIALIZED (
    SELECT DISTINCT o.holder_id, k.name_id, k.global_tid
    FROM owned AS o
    INNER JOIN kernels AS k ON k.api_event_id = o.api_event_id
),

holding AS (
    SELECT holder_id AS range_id, name_id, global_tid FROM held WHERE holder_id > 0
    UNION
    SELECT c.range_id, h.name_id, h.global_tid
    FROM held AS h
    INNER JOIN cells AS c ON c.holder_id = h.holder_id
    UNION
    SELECT n.parent_id, h.name_id, h.global_tid
    FROM holding AS h
    INNER JOIN climb AS n ON n.event_id = h.range_id
)

SELECT
    l.label_id,
    a.global_tid,
    a.name_id,
    a.duration_ns,
    sum(a.kernels)::BIGINT AS kernels,
    sum(a.kernels * l.times)::BIGINT AS times,
    0::BIGINT AS ranges
FROM alike AS a
INNER JOIN stack_labels AS l
    ON
        l.lowest_id = a.lowest_id
        AND l.highest_id = a.highest_id
        AND l.stack_count = a.stack_count
        AND l.stack IS NOT DISTINCT FROM a.stack
GROUP BY l.label_id, a.global_tid, a.name_id, a.duration_ns
UNION ALL
SELECT NULL, global_tid, name_id, duration_ns, sum(kernels)::BIGINT, sum(kernels)::BIGINT, 0
FROM alike
WHERE stack_count IS NULL
GROUP BY global_tid, name_id, duration_ns
UNION ALL
SELECT l.label_id, h.global_tid, h.name_id, NULL, 0, 0, count(*)
FROM holding AS h
INNER JOIN labelled AS l ON l.event_id = h.range_id
GROUP BY l.label_id, h.global_tid, h.name_id
