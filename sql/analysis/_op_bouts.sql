-- name: _op_bouts
-- summary: GPU operations launched inside NVTX ranges, with what each adds to the busy time of its bout.
-- description: A bout is work of one thread that runs together without a gap. Where all of a bout comes from
--     one cell, what its operations add makes up the busy time of every range around them alike; of those
--     that are mixed each range's part is to be told on its own. One sort, and running values over the
--     sorted rows.
-- keep: what is of one cell, and what is mixed
-- needs: _op_cells, _cell_holders
-- column: cell_id BIGINT -- cell of the launching call
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end; NULL where the row has no usable time
-- column: is_kernel BOOLEAN -- a kernel
-- column: added_ns BIGINT [ns] -- time beyond all that began before it in the bout; NULL without usable times
-- column: is_mixed BOOLEAN -- the bout has work of several cells

WITH threads AS (
    SELECT global_tid, (row_number() OVER (ORDER BY global_tid))::INTEGER AS thread
    FROM (SELECT DISTINCT global_tid FROM _cell_holders)
),

sorted AS (
    SELECT t.thread, o.cell_id, o.op_id % 8 = 1 AS is_kernel, o.start_ns, o.end_ns
    FROM _op_cells AS o
    INNER JOIN threads AS t ON t.global_tid = o.global_tid
    WHERE o.cell_id IN (SELECT cell_id FROM _cell_holders)
    ORDER BY t.thread, o.start_ns
),

-- thread by thread on one axis
placed AS (
    SELECT
        cell_id, is_kernel, start_ns, end_ns,
        thread * 18446744073709551616::HUGEINT + start_ns AS begin_at,
        thread * 18446744073709551616::HUGEINT + end_ns AS end_at
    FROM sorted
),

reach AS (
    SELECT *, max(end_at) OVER (ROWS UNBOUNDED PRECEDING) AS reached_at FROM placed
),

swept AS (
    SELECT
        cell_id, is_kernel, start_ns, end_ns, begin_at, end_at,
        coalesce(lag(reached_at) OVER (), begin_at) AS before_at,
        lag(cell_id) OVER () AS cell_before
    FROM reach
),

counted AS MATERIALIZED (
    SELECT
        cell_id, is_kernel, start_ns, end_ns,
        CASE WHEN end_ns IS NOT NULL THEN greatest(end_at - greatest(begin_at, before_at), 0)::BIGINT END AS added_ns,
        coalesce(begin_at < before_at AND cell_id <> cell_before, FALSE) AS is_switch,
        sum(coalesce(begin_at >= before_at, TRUE)::INTEGER) OVER (ROWS UNBOUNDED PRECEDING)::BIGINT AS bout
    FROM swept
)

SELECT
    cell_id,
    start_ns,
    end_ns,
    is_kernel,
    added_ns,
    bout IN (SELECT c.bout FROM counted AS c WHERE c.is_switch) AS is_mixed
FROM counted
