-- name: hints
-- summary: What a reader should try, or know, before believing a comparison of names.
-- needs: compared
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
)

SELECT
    row_number() OVER (ORDER BY what) AS place,
    format('{:,} of {:,} ', alone_count, name_count) || what
    || ' are on one side only, and have numbers in their names: --fold-ids folds these' AS hint
FROM names
WHERE NOT getvariable('fold_ids') AND 2 * numbered_count > name_count AND alone_count > 1
ORDER BY place
