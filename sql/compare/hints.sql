-- name: hints
-- summary: What a reader should try, or know, before believing a comparison of names.
-- description: The digits of a kernel's name are its tiles and types: these are never folded.
-- needs: compared, compared_traces, matched_gpus, hidden_kernels_differ, fold_ids
-- column: place BIGINT -- order in which to tell
-- column: hint VARCHAR -- a sentence

WITH alone AS (
    SELECT section, status, fold_ids(name) AS folded
    FROM compared
    WHERE
        status IN ('only base', 'only new') AND gpu_id IS NULL AND section = 'nvtx' AND figure = 'union_ns'
),

-- names that would meet a name of the other side without their numbers
meeting AS (
    SELECT section, folded, count(*) AS name_count
    FROM alone
    GROUP BY section, folded
    HAVING count(DISTINCT status) = 2
),

names AS (
    SELECT
        a.section,
        count(*) AS alone_count,
        (SELECT coalesce(sum(m.name_count), 0) FROM meeting AS m WHERE m.section = a.section)::BIGINT AS meeting_count
    FROM alone AS a
    GROUP BY a.section
),

told AS (
    SELECT
        format('{:,} of the {:,} ', meeting_count, alone_count)
        || 'NVTX ranges that only one side has differ in the numbers of their names: --fold-ids folds these' AS hint
    FROM names
    WHERE NOT getvariable('fold_ids') AND 2 * meeting_count > alone_count
    UNION ALL
    SELECT
        'numbers in the names of NVTX ranges are folded, as in step 1 and step 2, which are step #; names of '
        || 'kernels are whole'
    WHERE getvariable('fold_ids')
    UNION ALL
    SELECT reason FROM hidden_kernels_differ
    UNION ALL
    SELECT
        'GPU ' || gpu_id || ' of ' || upper(side) || ' is compared with GPU ' || compared_as
        || ' of BASE: their ids differ, so they are matched by order'
    FROM matched_gpus
    WHERE gpu_id <> compared_as
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
