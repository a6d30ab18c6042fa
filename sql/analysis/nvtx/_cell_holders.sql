-- name: _cell_holders
-- summary: What holds the cells of all GPU operations: see _holders_of_cells.
-- keep: small, and looked up for every figure of a range
-- needs: _op_cells, _holders_of_cells
-- column: cell_id BIGINT -- the cell
-- column: holder_id BIGINT -- the innermost push/pop range of a domain, or the number of loose ranges
-- column: is_loose BOOLEAN -- whether it is the number of loose ranges
-- column: global_tid BIGINT -- thread of the cell
-- column: from_ns BIGINT [ns] -- the cut that the calls begin behind
-- column: until_ns BIGINT [ns] -- the cut that they end before

SELECT cell_id, holder_id, is_loose, global_tid, from_ns, until_ns
FROM _holders_of_cells('_op_cells')
