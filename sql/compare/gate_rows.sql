-- name: gate_rows
-- summary: The rows of the reports that gates name, of every trace: one value a row.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: source VARCHAR -- number of the report
-- column: figure VARCHAR -- the report's column
-- column: keys VARCHAR[] -- the row's values of the columns that name it
-- column: value DOUBLE -- the value; NULL: not captured

SELECT side, trace, source, figure, keys, value
FROM read_parquet(getvariable('scratch') || '/rows_*.parquet')
