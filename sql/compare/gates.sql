-- name: gates
-- summary: Every term of every gate: the figure of both sides and whether the term holds.
-- description: A gate fails where all of its terms hold. A term without the data that it speaks of has no
--     verdict: a name that neither side has, that new has no longer (a count is then 0), a table that was not
--     captured. Against a base of 0 every growth passes a relative floor. A difference inside the spread of
--     the repeats is noise and fails nothing.
-- needs: _gate_figures, gate_terms, comparability, hidden_kernels_differ
-- column: gate BIGINT -- number of the gate, from 1
-- column: term BIGINT -- number of the term in it, from 1
-- column: expression VARCHAR -- the gate as given
-- column: operand VARCHAR -- the figure as given
-- column: name VARCHAR -- the name that it was found under; NULL for a whole
-- column: unit VARCHAR -- of the figure: ns, bytes, a percentage; NULL for counts
-- column: condition VARCHAR -- as in > +5%
-- column: reading VARCHAR -- the term in words, as in grew by more than 5 %
-- column: is_total BOOLEAN -- whether the figure is a time or a size of all, not of one
-- column: base DOUBLE -- the figure of base
-- column: new DOUBLE -- the figure of new
-- column: difference DOUBLE -- new minus base
-- column: percent DOUBLE [% of base] -- difference
-- column: is_noise BOOLEAN -- whether the difference is inside the spread of the repeats
-- column: holds BOOLEAN -- whether the term holds; NULL: no verdict
-- column: problem VARCHAR -- why there is no verdict

WITH measured AS (
    SELECT
        *,
        new - base AS difference,
        coalesce(new BETWEEN base_low AND base_high OR base BETWEEN new_low AND new_high, FALSE) AS is_noise,
        CASE mode
            WHEN 'limit' THEN new
            WHEN 'difference' THEN new - base
            WHEN 'relative' THEN 100.0 * (new - base)
        END AS left_side,
        CASE mode WHEN 'relative' THEN bound * base ELSE bound END AS right_side
    FROM _gate_figures
),

blocked AS (
    SELECT min(reason) AS reason FROM comparability WHERE NOT is_allowed
),

-- terms of kernels, where one side does not have those inside graphs
hidden AS (
    SELECT t.gate, t.term, h.reason
    FROM gate_terms AS t
    CROSS JOIN hidden_kernels_differ AS h
    WHERE
        t.source = 'figures'
        AND (t.section = 'kernels' OR (t.section IN ('summary', 'gpus') AND contains(t.figure, 'kernel')))
)

SELECT
    m.gate,
    m.term,
    m.expression,
    m.operand,
    m.name,
    m.unit,
    m.condition,
    m.reading,
    m.is_total,
    m.base,
    m.new,
    CASE WHEN b.reason IS NULL THEN m.difference END AS difference,
    CASE WHEN b.reason IS NULL THEN 100.0 * m.difference / nullif(m.base, 0) END AS percent,
    m.is_noise,
    CASE
        WHEN b.reason IS NOT NULL OR m.problem IS NOT NULL OR h.reason IS NOT NULL THEN NULL
        WHEN m.mode <> 'limit' AND m.is_noise THEN FALSE
        WHEN m.mode = 'relative' AND m.base = 0 THEN
            CASE WHEN m.comparison LIKE '>%' THEN m.new > 0 ELSE m.new < 0 END
        WHEN m.comparison = '>' THEN m.left_side > m.right_side
        WHEN m.comparison = '>=' THEN m.left_side >= m.right_side
        WHEN m.comparison = '<' THEN m.left_side < m.right_side
        WHEN m.comparison = '<=' THEN m.left_side <= m.right_side
    END AS holds,
    coalesce('not comparable: ' || b.reason, m.problem, h.reason) AS problem
FROM measured AS m
CROSS JOIN blocked AS b
LEFT JOIN hidden AS h ON h.gate = m.gate AND h.term = m.term
ORDER BY m.gate, m.term
