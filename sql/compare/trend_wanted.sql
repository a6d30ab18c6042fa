-- name: trend_wanted
-- summary: The figures whose course is asked for, as the command line named them.
-- column: turn BIGINT -- order in which they were named
-- column: operand VARCHAR -- the figure as given
-- column: section VARCHAR -- as in kernels, api, idle
-- column: figure VARCHAR -- as in total_ns
-- column: wanted VARCHAR -- the name asked for; NULL for a whole

SELECT turn, operand, section, figure, wanted
FROM read_json(
    getvariable('scratch') || '/trend.json',
    columns := {turn: 'BIGINT', operand: 'VARCHAR', section: 'VARCHAR', figure: 'VARCHAR', wanted: 'VARCHAR'}
)
