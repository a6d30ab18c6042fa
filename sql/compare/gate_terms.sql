-- name: gate_terms
-- summary: The terms of the gates as the command line gave them, parsed.
-- column: gate BIGINT -- number of the gate, from 1
-- column: term BIGINT -- number of the term in it, from 1
-- column: expression VARCHAR -- the gate as given
-- column: operand VARCHAR -- the figure as given
-- column: source VARCHAR -- figures, or the number of a report that was run for the gates
-- column: section VARCHAR -- section of a figure
-- column: figure VARCHAR -- the figure, or the report's column
-- column: wanted VARCHAR -- the name asked for; NULL for a whole
-- column: unit VARCHAR -- of the figure
-- column: is_count BOOLEAN -- whether what is not there counts 0
-- column: condition VARCHAR -- as in > +5%
-- column: comparison VARCHAR -- >, >=, < or <=
-- column: mode VARCHAR -- limit, difference or relative
-- column: bound DOUBLE -- the limit in the figure's unit, or per cent
-- column: reading VARCHAR -- the term in words
-- column: is_total BOOLEAN -- whether the figure is a time or a size of all, not of one

SELECT
    gate, term, expression, operand, source, section, figure, wanted, unit, is_count, condition, comparison,
    mode, bound, reading, is_total
FROM read_json(
    getvariable('scratch') || '/gates.json',
    columns := {
        gate: 'BIGINT', term: 'BIGINT', expression: 'VARCHAR', operand: 'VARCHAR', source: 'VARCHAR',
        section: 'VARCHAR', figure: 'VARCHAR', wanted: 'VARCHAR', unit: 'VARCHAR', is_count: 'BOOLEAN',
        condition: 'VARCHAR', comparison: 'VARCHAR', mode: 'VARCHAR', bound: 'DOUBLE',
        reading: 'VARCHAR', is_total: 'BOOLEAN'
    }
)
