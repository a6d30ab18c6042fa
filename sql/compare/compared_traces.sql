-- name: compared_traces
-- summary: The traces that are compared, and what each tells of itself.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: file VARCHAR -- the file's name
-- column: content_hash VARCHAR -- SHA-256 of its bytes; NULL where no other file has its size
-- column: gpu_count BIGINT -- GPUs with timed work
-- column: gpu_models VARCHAR -- their models in order of their ids; NULL where the export does not tell
-- column: gpu_clocks VARCHAR -- their peak clocks in MHz; NULL where the export does not tell
-- column: kernel_count BIGINT -- kernels, as in summarize; NULL: not captured
-- column: whole_graph_count BIGINT -- launches of CUDA graphs traced as a whole, whose kernels are not in the export
-- column: whole_graph_names VARCHAR -- their names, with the ids that the run gave them; NULL if there are none
-- column: timed_count BIGINT -- operations of any kind with usable times
-- column: driver_version VARCHAR -- of the NVIDIA driver; NULL where unknown
-- column: cuda_version VARCHAR -- CUDA version of that driver; NULL where unknown
-- column: nsys_version VARCHAR -- of the nsys that exported
-- column: graph_tracing VARCHAR -- graph, node, none captured; NULL where the export does not tell
-- column: hostname VARCHAR -- name of the machine; NULL where unknown
-- column: start_utc VARCHAR -- begin of the session, UTC; NULL where unknown

SELECT
    f.side, f.trace, f.file, f.content_hash, t.gpu_count, t.gpu_models, t.gpu_clocks, t.kernel_count,
    t.whole_graph_count, t.whole_graph_names, t.timed_count, t.driver_version, t.cuda_version, t.nsys_version, t.graph_tracing, t.hostname, t.start_utc
FROM
    read_json(
        getvariable('scratch') || '/files.json',
        columns := {side: 'VARCHAR', trace: 'BIGINT', file: 'VARCHAR', content_hash: 'VARCHAR'}
    ) AS f
INNER JOIN read_parquet(getvariable('scratch') || '/facts_*.parquet') AS t
    ON t.side = f.side AND t.trace = f.trace
ORDER BY f.side, f.trace
