-- name: hints
-- summary: What a reader should try, or know, before believing a comparison of names.
-- needs: compared, compared_traces
-- column: place BIGINT -- order in which to tell
-- column: hint VARCHAR -- a sentence

WITH names AS (
    SELECT
        CASE section WHEN 'nvtx' THEN 'NVTX ranges' ELSE section END AS what,
        count(*) AS name_count,
        count(*) FILTER (WHERE status IN ('only base', 'only new')) AS alone_count,
        count(*) FILTER (WHERE status IN ('only base', 'only new') AND regexp_matches(name, '\d')) AS numbered_count
    FROM compared
    WHERE section IN ('nvtx', 'kernels') AND figure = 'total_ns' AND gpu_id IS NULL
        OR section = 'nvtx' AND figure = 'union_ns'
    GROUP BY section
),

told AS (
    SELECT
        format('{:,} of {:,} ', alone_count, name_count) || what
        || ' are on one side only, and have numbers in their names: --fold-ids folds these' AS hint
    FROM names
    WHERE NOT getvariable('fold_ids') AND 2 * numbered_count > name_count AND alone_count > 1
    UNION ALL
    SELECT
        'CUDA graphs were traced as a whole in some of the traces and by their nodes in others: the kernels '
        || 'inside are in the latter only'
    FROM compared_traces
    HAVING bool_or(graph_tracing = 'graph') AND bool_or(graph_tracing = 'node')
)

SELECT row_number() OVER (ORDER BY hint) AS place, hint
FROM told
ORDER BY place
