-- name: ranked
-- summary: One figure of each name of each section, for people: largest difference first.
-- description: As many as the run asks for. The time that a section is about, and the count that goes with it. Wholes keep their order.
-- needs: compared
-- column: section VARCHAR -- as in kernels, api, idle
-- column: place BIGINT -- rank in the section, from 1
-- column: name_count BIGINT -- rows of the section
-- column: gpu_id BIGINT -- the GPU; NULL for all together
-- column: name VARCHAR -- what the figure is of, or the figure of a whole
-- column: unit VARCHAR -- ns; NULL for counts
-- column: base BIGINT -- of base; NULL: not captured
-- column: new BIGINT -- of new; NULL: not captured
-- column: difference BIGINT -- new minus base
-- column: percent DOUBLE [% of base] -- difference
-- column: base_count BIGINT -- how many in base
-- column: new_count BIGINT -- how many in new
-- column: status VARCHAR -- same, changed, noise, only base, only new, not captured or not comparable
-- column: base_low BIGINT -- begin of base's spread; NULL for one trace
-- column: base_high BIGINT -- end of base's spread
-- column: new_low BIGINT -- begin of new's spread; NULL for one trace
-- column: new_high BIGINT -- end of new's spread

WITH shown (section, figure, counted, label, turn) AS (
    VALUES
    ('summary', 'gpu_activity_span_ns', NULL, 'span of all GPUs', 1),
    ('summary', 'gpu_busy_union_ns', NULL, 'busy, any GPU', 2),
    ('summary', 'gpu_idle_within_span_ns', NULL, 'idle, all GPUs', 3),
    ('summary', 'kernel_count', NULL, 'kernels', 4),
    ('summary', 'graph_node_kernel_count', NULL, 'of these in CUDA graphs', 5),
    ('summary', 'gpu_busy_per_kernel_ns', NULL, 'busy per kernel', 6),
    ('summary', 'gpu_span_per_kernel_ns', NULL, 'span per kernel', 7),
    ('gpus', 'span_ns', NULL, 'span', 1),
    ('gpus', 'busy_ns', NULL, 'busy', 2),
    ('gpus', 'idle_ns', NULL, 'idle', 3),
    ('gpus', 'kernel_count', NULL, 'kernels', 4),
    ('gpus', 'copy_count', NULL, 'copies', 5),
    ('kernels', 'total_ns', 'count', NULL, 0),
    ('copies', 'total_ns', 'count', NULL, 0),
    ('api', 'total_ns', 'count', NULL, 0),
    ('nvtx', 'union_ns', 'count', NULL, 0),
    ('idle', 'idle_ns', 'gap_count', NULL, 0),
    ('communication', 'comm_only_ns', NULL, 'communication alone', 1),
    ('communication', 'both_ns', NULL, 'both at once', 2),
    ('communication', 'compute_only_ns', NULL, 'computation alone', 3),
    ('dispatch', 'duration_sum_ns', 'step_count', NULL, 0)
)

SELECT
    c.section,
    row_number() OVER (
        PARTITION BY c.section
        ORDER BY
            s.turn = 0 AND c.gpu_id IS NOT NULL,
            CASE WHEN s.turn > 0 THEN c.gpu_id END NULLS FIRST,
            s.turn,
            abs(c.difference) DESC NULLS LAST,
            greatest(coalesce(c.base, 0), coalesce(c.new, 0)) DESC,
            c.gpu_id NULLS FIRST,
            c.name
    ) AS place,
    count(*) OVER (PARTITION BY c.section) AS name_count,
    c.gpu_id,
    coalesce(s.label, c.name) AS name,
    c.unit,
    c.base,
    c.new,
    c.difference,
    c.percent,
    n.base AS base_count,
    n.new AS new_count,
    c.status,
    c.base_low,
    c.base_high,
    c.new_low,
    c.new_high
FROM compared AS c
INNER JOIN shown AS s ON s.section = c.section AND s.figure = c.figure
LEFT JOIN compared AS n
    ON
        n.section = c.section
        AND n.figure = s.counted
        AND n.name = c.name
        AND n.gpu_id IS NOT DISTINCT FROM c.gpu_id
WHERE
    CASE WHEN c.section IN ('kernels', 'copies') THEN c.gpu_id IS NULL ELSE TRUE END
    AND CASE WHEN c.section = 'idle' THEN c.gpu_id IS NOT NULL ELSE TRUE END
    AND NOT (
        s.label = 'of these in CUDA graphs' AND coalesce(c.base, 0) = 0 AND coalesce(c.new, 0) = 0
    )
    AND NOT (
        s.label = 'both at once' AND coalesce(c.base, 0) = 0 AND coalesce(c.new, 0) = 0
    )
QUALIFY getvariable('top') = 0 OR s.turn > 0 OR place <= getvariable('top')
ORDER BY c.section, place
