-- name: compared_figures
-- summary: The figures of every trace of both sides, one a row, as they were read from the traces.
-- description: Where the traces worked on other GPUs, as many of them, those of a place in the order of ids are one.
-- needs: matched_gpus
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of; empty for the whole
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: value BIGINT -- the figure; NULL: not captured

SELECT f.side, f.trace, f.section, coalesce(m.compared_as, f.gpu_id) AS gpu_id, f.name, f.figure, f.unit, f.value
FROM read_parquet(getvariable('scratch') || '/figures_*.parquet') AS f
LEFT JOIN matched_gpus AS m ON m.side = f.side AND m.trace = f.trace AND m.gpu_id = f.gpu_id
