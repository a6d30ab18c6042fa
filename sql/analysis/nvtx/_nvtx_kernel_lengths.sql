-- name: _nvtx_kernel_lengths
-- summary: Lengths of kernels by the labels of the NVTX ranges that they were launched in.
-- description: A label is the name and style of a range. A kernel is in every range that its launching
--     call lies fully in. Kernels are counted by length and by the stack of labels around them before
--     the labels are parted. Rows without a label are kernels in no range. Rows that count ranges have
--     no length.
-- needs: whole._labelled_ranges, _named_kernels, _ops_in_cells, _holders_of_cells, _loose_ranges, _nvtx_nesting,
--     strings, name_of
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
    FROM whole._labelled_ranges(open_ranges, strip_ids)
    WHERE end_tid IS NULL
),

_named AS MATERIALIZED (
    SELECT event_id AS op_id, start_ns, end_ns, name_id, global_pid, correlation_id
    FROM _named_kernels(name_kind)
),

_kernels_in_cells AS MATERIALIZED (
    SELECT cell_id, global_tid, name_id, end_ns - start_ns AS duration_ns
    FROM _ops_in_cells('_named')
),

-- two string ids may have one text
names AS MATERIALIZED (
    SELECT
        string_id,
        min(string_id) OVER (PARTITION BY kernel_name) AS name_id,
        dense_rank() OVER (ORDER BY kernel_name) - 1 AS name_number
    FROM (
        SELECT k.name_id AS string_id, name_of(s.text, k.name_id) AS kernel_name
        FROM (SELECT DISTINCT name_id FROM _kernels_in_cells) AS k
        LEFT JOIN strings AS s ON s.string_id = k.name_id
    )
),

_holders AS MATERIALIZED (
    SELECT h.*
    FROM _holders_of_cells('_kernels_in_cells') AS h
    LEFT JOIN labelled AS l ON l.event_id = h.holder_id
    WHERE h.is_loose OR NOT l.is_open OR h.until_ns <= l.end_ns
),

loose AS MATERIALIZED (
    SELECT n.holder_id, n.range_id
    FROM _loose_ranges('_holders') AS n
    INNER JOIN labelled AS l ON l.event_id = n.range_id
    WHERE NOT l.is_open OR n.until_ns <= l.end_ns
),

climb AS MATERIALIZED (
    SELECT n.event_id, n.parent_id
    FROM _nvtx_nesting AS n
    INNER JOIN labelled AS l ON l.event_id = n.parent_id
    WHERE n.is_stacked AND NOT n.is_tangled
),

-- the ranges around each holder, and their labels
around AS (
    SELECT DISTINCT holder_id, holder_id AS range_id FROM _holders WHERE NOT is_loose
    UNION ALL
    SELECT holder_id, range_id FROM loose
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

-- cells with the same labels around them have one number
cell_stacks AS MATERIALIZED (
    SELECT cell_id, held_by, min(cell_id) OVER (PARTITION BY held_by) AS group_id
    FROM (
        SELECT h.cell_id, list(s.stack_id ORDER BY s.stack_id) AS held_by
        FROM _holders AS h
        INNER JOIN stacks AS s ON s.holder_id = h.holder_id
        GROUP BY h.cell_id
    )
),

alike AS MATERIALIZED (
    SELECT s.group_id, k.global_tid, n.name_id, k.duration_ns, count(*) AS kernels
    FROM _kernels_in_cells AS k
    INNER JOIN names AS n ON n.string_id IS NOT DISTINCT FROM k.name_id
    LEFT JOIN cell_stacks AS s ON s.cell_id = k.cell_id
    GROUP BY ALL
),

group_labels AS (
    SELECT c.group_id, l.label_id, count(*) AS times
    FROM (SELECT DISTINCT group_id, held_by FROM cell_stacks) AS c
    CROSS JOIN unnest(c.held_by) AS u (stack_id)
    INNER JOIN (SELECT DISTINCT stack_id, labels FROM stacks) AS s ON s.stack_id = u.stack_id
    CROSS JOIN unnest(s.labels) AS l (label_id)
    GROUP BY ALL
),

-- which names a range has, 60 of them as the bits of one number; from the innermost range upwards
in_cells AS (
    SELECT k.cell_id, k.global_tid, n.name_number // 60 AS block, bit_or(1::BIGINT << (n.name_number % 60)) AS bits
    FROM _kernels_in_cells AS k
    INNER JOIN names AS n ON n.string_id IS NOT DISTINCT FROM k.name_id
    WHERE k.cell_id IS NOT NULL
    GROUP BY ALL
),

held AS MATERIALIZED (
    SELECT h.holder_id, h.is_loose, c.global_tid, c.block, bit_or(c.bits) AS bits
    FROM in_cells AS c
    INNER JOIN _holders AS h ON h.cell_id = c.cell_id
    GROUP BY ALL
),

holding AS (
    SELECT holder_id AS range_id, global_tid, block, bits FROM held WHERE NOT is_loose
    UNION ALL
    SELECT n.parent_id, h.global_tid, h.block, bit_or(h.bits)
    FROM holding AS h
    INNER JOIN climb AS n ON n.event_id = h.range_id
    GROUP BY ALL
),

named_ranges AS (
    SELECT range_id, global_tid, block, bit_or(bits) AS bits
    FROM (
        FROM holding
        UNION ALL
        SELECT l.range_id, h.global_tid, h.block, h.bits
        FROM held AS h
        INNER JOIN loose AS l ON l.holder_id = h.holder_id
    )
    GROUP BY ALL
),

range_counts AS (
    SELECT label_id, global_tid, 60 * block + bit AS name_number, sum(ranges)::BIGINT AS ranges
    FROM (
        SELECT l.label_id, r.global_tid, r.block, r.bits, count(*) AS ranges
        FROM named_ranges AS r
        INNER JOIN labelled AS l ON l.event_id = r.range_id
        GROUP BY ALL
    )
    CROSS JOIN range(60) AS b (bit)
    WHERE (bits >> bit) & 1 = 1
    GROUP BY ALL
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
INNER JOIN group_labels AS l ON l.group_id = a.group_id
GROUP BY l.label_id, a.global_tid, a.name_id, a.duration_ns
UNION ALL
SELECT NULL, global_tid, name_id, duration_ns, sum(kernels)::BIGINT, sum(kernels)::BIGINT, 0
FROM alike
WHERE group_id IS NULL
GROUP BY global_tid, name_id, duration_ns
UNION ALL
SELECT r.label_id, r.global_tid, n.name_id, NULL, 0, 0, r.ranges
FROM range_counts AS r
INNER JOIN (SELECT DISTINCT name_number, name_id FROM names) AS n ON n.name_number = r.name_number
