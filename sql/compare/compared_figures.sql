-- name: compared_figures
-- summary: The figures of every trace of both sides, one a row, as they were read from the traces.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of; empty for the whole
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: value BIGINT -- the figure; NULL: not captured

SELECT side, trace, section, gpu_id, name, figure, unit, value
FROM read_parquet(getvariable('scratch') || '/figures_*.parquet')
