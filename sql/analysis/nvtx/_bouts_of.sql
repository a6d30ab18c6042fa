-- name: _bouts_of
-- summary: Operations of several threads, with what each adds to the busy time of its bout.
-- description: See _op_bouts. One sort, and running values over the sorted rows.
-- param: placed RELATION -- name of a relation with (cell_id, is_kernel, start_ns, end_ns, begin_at): the last is
--     the start again, on an axis on which the threads lie behind each other
-- column: cell_id BIGINT -- as given
-- column: start_ns BIGINT [ns] -- as given
-- column: end_ns BIGINT [ns] -- as given
-- column: is_kernel BOOLEAN -- as given
-- column: added_ns BIGINT [ns] -- time beyond all that began before it in the bout; NULL without usable times
-- column: bout BIGINT -- number of the bout
-- column: is_switch BOOLEAN -- runs while work of another cell does: the bout is mixed

WITH sorted AS (
    SELECT cell_id, is_kernel, start_ns, end_ns, begin_at
    FROM query_table(placed)
    ORDER BY begin_at
),

ended AS (
    SELECT *, begin_at + (end_ns - start_ns) AS end_at FROM sorted
),

reach AS (
    SELECT *, max(end_at) OVER (ROWS UNBOUNDED PRECEDING) AS reached_at FROM ended
),

swept AS (
    SELECT
        cell_id, is_kernel, start_ns, end_ns, begin_at, end_at,
        coalesce(lag(reached_at) OVER (), begin_at) AS before_at,
        lag(cell_id) OVER () AS cell_before
    FROM reach
)

SELECT
    cell_id,
    start_ns,
    end_ns,
    is_kernel,
    CASE WHEN end_ns IS NOT NULL THEN greatest(end_at - greatest(begin_at, before_at), 0)::BIGINT END AS added_ns,
    sum(coalesce(begin_at >= before_at, TRUE)::INTEGER) OVER (ROWS UNBOUNDED PRECEDING)::BIGINT AS bout,
    coalesce(begin_at < before_at AND cell_id <> cell_before, FALSE) AS is_switch
FROM swept
