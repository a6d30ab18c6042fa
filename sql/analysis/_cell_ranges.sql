-- name: _cell_ranges
-- summary: Pairs of a start/end range, or one in a tangle, and a cell of API calls that lies in it.
-- description: A range without an end stays open; one that another thread ended is left out.
-- keep: small, and looked up for every figure of such a range
-- needs: _call_cells, _nvtx_rows, _nvtx_nesting
-- column: range_id BIGINT -- the range
-- column: cell_id BIGINT -- the cell
-- column: api_end_ns BIGINT [ns] -- last end of a call of the cell

-- picked first: beside the join the condition would see every pair
WITH loose AS MATERIALIZED (
    SELECT event_id, global_tid, start_ns, coalesce(end_ns, 9223372036854775807) AS until_ns
    FROM _nvtx_rows
    WHERE event_type IN (60, 71) AND end_tid IS NULL
    UNION ALL
    SELECT event_id, global_tid, start_ns, until_ns
    FROM _nvtx_nesting
    WHERE is_stacked AND is_tangled
),

cells AS (
    SELECT
        cell_id,
        any_value(global_tid) AS global_tid,
        min(api_start_ns) AS api_start_ns,
        max(api_end_ns) AS api_end_ns
    FROM _call_cells
    GROUP BY cell_id
)

-- the equality as a difference keeps DuckDB at a range join
SELECT l.event_id AS range_id, c.cell_id, c.api_end_ns
FROM loose AS l
INNER JOIN cells AS c
    ON
        l.start_ns <= c.api_start_ns
        AND c.api_end_ns <= l.until_ns
        AND (l.global_tid - c.global_tid) = 0
