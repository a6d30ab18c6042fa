-- name: _kernel_ranges
-- summary: For each kernel the innermost NVTX range around its launching call, whatever the domain.
-- description: Push/pop ranges of the calling thread; of several domains the range that began last.
-- needs: _op_cells, _cell_holders, whole.nvtx_ranges
-- column: event_id BIGINT -- the kernel
-- column: range_label VARCHAR -- the range's text, after its domain and a colon where that has a name

SELECT
    o.op_id >> 3 AS event_id,
    arg_max(
        CASE WHEN r.domain_id = 0 THEN '' ELSE r.domain || ':' END || r.range_name,
        (r.start_ns, r.depth, r.event_id)
    ) AS range_label
FROM _op_cells AS o
INNER JOIN _cell_holders AS h ON h.cell_id = o.cell_id
INNER JOIN whole.nvtx_ranges AS r ON r.event_id = h.holder_id
WHERE o.op_id & 7 = 1
GROUP BY o.op_id
