-- name: _figures_by_trace
-- summary: Every figure that some trace has, of every trace: 0 where a trace has the section and not the name.
-- description: A kernel that did not run took no time; one of a trace without a kernel table is NULL. So is
--     a whole, which has no name, where a trace lacks it.
-- needs: compared_figures, compared_sections
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: value BIGINT -- the figure; NULL: not captured
-- column: is_there BOOLEAN -- whether the trace has the name

WITH per_gpu AS (
    SELECT section, gpu_id, name, figure, unit, side, trace, value FROM compared_figures
    UNION ALL
    SELECT section, NULL, name, figure, any_value(unit), side, trace, sum(value)::BIGINT
    FROM compared_figures
    WHERE gpu_id IS NOT NULL AND section IN ('kernels', 'copies', 'idle')
    GROUP BY section, name, figure, side, trace
),

wanted AS (
    SELECT section, gpu_id, name, figure, any_value(unit) AS unit
    FROM per_gpu
    GROUP BY section, gpu_id, name, figure
)

SELECT
    s.side,
    s.trace,
    w.section,
    w.gpu_id,
    w.name,
    w.figure,
    w.unit,
    CASE
        WHEN f.section IS NOT NULL THEN f.value
        WHEN s.lacks IS NULL AND w.name <> '' THEN 0
    END AS value,
    f.section IS NOT NULL AS is_there
FROM wanted AS w
INNER JOIN compared_sections AS s ON s.section = w.section
LEFT JOIN per_gpu AS f
    ON
        f.side = s.side
        AND f.trace = s.trace
        AND f.section = w.section
        AND f.gpu_id IS NOT DISTINCT FROM w.gpu_id
        AND f.name = w.name
        AND f.figure = w.figure
