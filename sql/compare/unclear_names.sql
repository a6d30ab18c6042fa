-- name: unclear_names
-- summary: Terms of gates whose name may mean several, or that need a name and have none.
-- needs: _gate_figures
-- column: expression VARCHAR -- the gate as given
-- column: operand VARCHAR -- the figure as given
-- column: candidates VARCHAR[] -- the names that it may mean

SELECT expression, operand, candidates
FROM _gate_figures
WHERE problem = 'several'
ORDER BY gate, term
