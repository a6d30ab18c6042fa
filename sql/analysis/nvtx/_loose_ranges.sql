-- name: _loose_ranges
-- summary: Start/end ranges, and push/pop ranges in a tangle, by what they hold.
-- description: A range without an end stays open; one that another thread ended is left out.
-- needs: _nvtx_range_rows, _nvtx_nesting
-- param: holders RELATION -- name of a relation with (holder_id, is_loose, global_tid, from_ns, until_ns), as of
--     _holders_of_cells
-- column: holder_id BIGINT -- of the loose holders given those that such a range holds
-- column: range_id BIGINT -- the range
-- column: until_ns BIGINT [ns] -- when what it holds has ended

WITH held AS MATERIALIZED (
    SELECT holder_id, any_value(global_tid) AS global_tid, min(from_ns) AS from_ns, max(until_ns) AS until_ns
    FROM query_table(holders)
    WHERE is_loose
    GROUP BY holder_id
),

-- picked first: beside the join the condition would see every pair
loose AS MATERIALIZED (
    SELECT event_id, global_tid, start_ns, coalesce(end_ns, 9223372036854775807) AS until_ns
    FROM _nvtx_range_rows
    WHERE event_type IN (60, 71) AND end_tid IS NULL
    UNION ALL
    SELECT event_id, global_tid, start_ns, until_ns
    FROM _nvtx_nesting
    WHERE is_stacked AND is_tangled
)

-- the equality as a difference keeps DuckDB at a range join
SELECT h.holder_id, l.event_id AS range_id, h.until_ns
FROM loose AS l
INNER JOIN held AS h
    ON l.start_ns <= h.from_ns AND h.until_ns <= l.until_ns AND (l.global_tid - h.global_tid) = 0
