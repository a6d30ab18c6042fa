-- name: _op_bouts
-- summary: GPU operations launched inside NVTX ranges, with what each adds to the busy time of its bout.
-- description: A bout is work of one thread that runs together without a gap. Where all of a bout comes from
--     one cell, what its operations add makes up the busy time of every range around them alike; of those
--     that are mixed each range's part is to be told on its own. To be kept where it is read more
--     than once.
-- needs: _op_cells, _cell_holders, _bouts_of
-- column: cell_id BIGINT -- cell of the launching call
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: is_kernel BOOLEAN -- a kernel
-- column: added_ns BIGINT [ns] -- time beyond all that began before it in the bout; NULL without usable times
-- column: bout BIGINT -- number of the bout
-- column: is_switch BOOLEAN -- runs while work of another cell does: the bout is mixed

WITH axis AS (
    SELECT min(start_ns)::HUGEINT AS first_ns, max(end_ns)::HUGEINT - min(start_ns) + 1 AS width FROM _op_cells
),

-- where the begin of time lies for the operations of a cell
cells AS MATERIALIZED (
    SELECT h.cell_id, h.thread * a.width - a.first_ns AS shift, h.threads * a.width < 4611686018427387904 AS is_narrow
    FROM (
        SELECT
            cell_id,
            dense_rank() OVER (ORDER BY global_tid) - 1 AS thread,
            (SELECT count(DISTINCT global_tid) FROM _cell_holders) AS threads
        FROM (SELECT DISTINCT cell_id, global_tid FROM _cell_holders)
    ) AS h
    CROSS JOIN axis AS a
),

-- numbers of 64 bits are quicker by half, but many threads of a very long time need more
_narrow AS (
    SELECT
        o.cell_id, o.op_id & 7 = 1 AS is_kernel, o.start_ns, o.end_ns,
        o.start_ns + c.shift AS begin_at
    FROM _op_cells AS o
    INNER JOIN (SELECT cell_id, shift::BIGINT AS shift FROM cells WHERE is_narrow) AS c ON c.cell_id = o.cell_id
),

_wide AS (
    SELECT
        o.cell_id, o.op_id & 7 = 1 AS is_kernel, o.start_ns, o.end_ns,
        o.start_ns + c.shift AS begin_at
    FROM _op_cells AS o
    INNER JOIN (FROM cells WHERE NOT is_narrow) AS c ON c.cell_id = o.cell_id
)

SELECT cell_id, start_ns, end_ns, is_kernel, added_ns, bout, is_switch
FROM _bouts_of('_narrow')
UNION ALL
SELECT cell_id, start_ns, end_ns, is_kernel, added_ns, bout, is_switch
FROM _bouts_of('_wide')
