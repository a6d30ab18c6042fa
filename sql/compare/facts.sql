-- name: facts
-- summary: What the two sides tell of themselves: files, GPUs, versions.
-- description: What several traces of a side tell differently stands with commas between.
-- needs: compared_traces
-- column: place BIGINT -- order in which to tell
-- column: fact VARCHAR -- as in GPU or driver
-- column: base VARCHAR -- of base; NULL where unknown
-- column: new VARCHAR -- of new; NULL where unknown
-- column: differs BOOLEAN -- whether both are known and not the same

WITH told AS (
    SELECT
        side,
        trace,
        unnest([
            {'place': 1, 'fact': 'trace', 'told': file},
            {'place': 2, 'fact': 'captured', 'told': start_utc[1:19]},
            {'place': 3, 'fact': 'GPUs with work', 'told': gpu_count::VARCHAR},
            {'place': 4, 'fact': 'GPU', 'told': gpu_models},
            {'place': 5, 'fact': 'peak clock, MHz', 'told': gpu_clocks},
            {'place': 6, 'fact': 'driver', 'told': driver_version},
            {'place': 7, 'fact': 'CUDA', 'told': cuda_version},
            {'place': 8, 'fact': 'nsys', 'told': nsys_version},
            {'place': 9, 'fact': 'CUDA graphs traced', 'told': graph_tracing},
            {'place': 10, 'fact': 'host', 'told': hostname}
        ], recursive := TRUE)
    FROM compared_traces
),

distinct_facts AS (
    SELECT place, fact, side, told, min(trace) AS first_trace
    FROM told
    WHERE told IS NOT NULL
    GROUP BY place, fact, side, told
),

sides AS (
    SELECT
        place,
        fact,
        string_agg(told, ', ' ORDER BY first_trace, told) FILTER (WHERE side = 'base') AS base,
        string_agg(told, ', ' ORDER BY first_trace, told) FILTER (WHERE side = 'new') AS new
    FROM distinct_facts
    GROUP BY place, fact
)

SELECT place::BIGINT AS place, fact, base, new, coalesce(base <> new, FALSE) AS differs
FROM sides
ORDER BY place
