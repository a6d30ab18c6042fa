-- name: compared
-- summary: Every figure of both sides, and its difference.
-- description: Figures of repeats are medians. 'noise' is a difference of which either side's median lies
--     inside the other's spread; without repeats there is no spread, and no such verdict. Sides that are not
--     comparable have no difference; nor have figures of kernels where one side traced CUDA graphs as a whole.
-- needs: _spreads, comparability, hidden_kernels_differ
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of; empty for the whole
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: base BIGINT -- of base; NULL: not captured
-- column: new BIGINT -- of new; NULL: not captured
-- column: difference BIGINT -- new minus base
-- column: percent DOUBLE [% of base] -- difference; NULL where base is 0
-- column: status VARCHAR -- same, changed, noise, only base, only new, not captured or not comparable
-- column: base_low BIGINT -- begin of base's spread; NULL for one trace
-- column: base_high BIGINT -- end of base's spread
-- column: new_low BIGINT -- begin of new's spread; NULL for one trace
-- column: new_high BIGINT -- end of new's spread

WITH pairs AS (
    SELECT
        coalesce(b.section, n.section) AS section,
        coalesce(b.gpu_id, n.gpu_id) AS gpu_id,
        coalesce(b.name, n.name) AS name,
        coalesce(b.figure, n.figure) AS figure,
        coalesce(b.unit, n.unit) AS unit,
        b.median AS base,
        n.median AS new,
        b.is_there AS in_base,
        n.is_there AS in_new,
        b.low AS base_low,
        b.high AS base_high,
        n.low AS new_low,
        n.high AS new_high
    FROM (SELECT * FROM _spreads WHERE side = 'base') AS b
    FULL JOIN (SELECT * FROM _spreads WHERE side = 'new') AS n
        ON
            n.section = b.section
            AND n.gpu_id IS NOT DISTINCT FROM b.gpu_id
            AND n.name = b.name
            AND n.figure = b.figure
),

judged AS (
    SELECT
        p.*,
        (SELECT count(*) = 0 FROM comparability WHERE NOT is_allowed)
        AND NOT (
            (SELECT count(*) > 0 FROM hidden_kernels_differ)
            AND (p.section = 'kernels' OR (p.section IN ('summary', 'gpus') AND contains(p.figure, 'kernel')))
        ) AS is_comparable
    FROM pairs AS p
)

SELECT
    p.section, p.gpu_id, p.name, p.figure, p.unit, p.base, p.new,
    CASE WHEN p.is_comparable THEN p.new - p.base END AS difference,
    CASE WHEN p.is_comparable THEN 100.0 * (p.new - p.base) / nullif(p.base, 0) END AS percent,
    CASE
        WHEN NOT p.is_comparable THEN 'not comparable'
        WHEN p.base IS NULL OR p.new IS NULL THEN 'not captured'
        WHEN NOT p.in_new THEN 'only base'
        WHEN NOT p.in_base THEN 'only new'
        WHEN p.base = p.new THEN 'same'
        WHEN p.new BETWEEN p.base_low AND p.base_high OR p.base BETWEEN p.new_low AND p.new_high THEN 'noise'
        ELSE 'changed'
    END AS status,
    p.base_low, p.base_high, p.new_low, p.new_high
FROM judged AS p
ORDER BY p.section, p.gpu_id NULLS FIRST, p.name, p.figure
