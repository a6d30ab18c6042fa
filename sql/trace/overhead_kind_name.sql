-- name: overhead_kind_name
-- summary: Why the profiler took time, in words.
-- description: Nsight Systems' numbers, which are not CUPTI's.
-- param: kind BIGINT -- overheadType as the export has it
-- returns: VARCHAR -- as in buffer flush; 'kind N' for a number not known, NULL for 0

CASE
    WHEN kind = 0 THEN NULL
    WHEN kind BETWEEN 1 AND 8 THEN list_extract(
        [
            'unknown', 'driver JIT', 'buffer flush', 'instrumentation', 'resource',
            'runtime module loading', 'lazy function loading', 'command buffer full'
        ], kind
    )
    ELSE 'kind ' || kind
END
