-- name: history
-- summary: The figures that summarize --history kept, one a row.
-- column: trace VARCHAR -- the file's name
-- column: content_hash VARCHAR -- SHA-256 of its bytes
-- column: captured_utc VARCHAR -- begin of its session, UTC; NULL where the trace does not tell
-- column: appended_utc VARCHAR -- when it was appended, UTC
-- column: label VARCHAR -- as given with --label
-- column: scope VARCHAR -- window and GPU that the figures are of; empty for the whole trace
-- column: gpu_models VARCHAR -- models of the GPUs that worked; NULL where the trace does not tell
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of; empty for the whole
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: value BIGINT -- the figure; NULL: not captured

SELECT
    trace, content_hash, captured_utc, appended_utc, label, scope, gpu_models, section, gpu_id, name, figure,
    unit, value
FROM read_parquet(getvariable('history_files'), union_by_name := TRUE)
