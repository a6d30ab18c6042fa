-- name: span_explained
-- summary: What the change of each GPU's span is made of, largest first.
-- description: A GPU's span is its busy and its idle time. Busy time is divided among what ran: each of n
--     operations at once has an n-th. Idle time is divided by cause. So the parts add up to the span, but
--     for rounding; what a side did not capture is no part of its busy time, and 0 here. Each part's change
--     is split once more: what more or fewer operations (gaps) make at base's mean time, and what longer or
--     shorter ones make. Of repeats these are means, which add up.
-- needs: _spreads, comparability
-- column: gpu_id BIGINT -- the GPU
-- column: kind VARCHAR -- span, kernels, copies, idle or rounding
-- column: name VARCHAR -- kernel, copy, cause of idle time
-- column: base_ns BIGINT [ns] -- the part in base
-- column: new_ns BIGINT [ns] -- the part in new
-- column: difference_ns BIGINT [ns] -- new minus base
-- column: percent DOUBLE [% of the GPU's span in base] -- difference_ns
-- column: base_count BIGINT -- operations or gaps in base
-- column: new_count BIGINT -- operations or gaps in new
-- column: by_count_ns BIGINT [ns] -- of the difference, what their number makes
-- column: by_length_ns BIGINT [ns] -- of the difference, what their length makes

WITH means AS (
    SELECT
        gpu_id,
        section,
        name,
        max(mean) FILTER (WHERE side = 'base' AND figure IN ('share_ns', 'idle_ns', 'span_ns')) AS base_mean,
        max(mean) FILTER (WHERE side = 'new' AND figure IN ('share_ns', 'idle_ns', 'span_ns')) AS new_mean,
        max(mean) FILTER (WHERE side = 'base' AND figure IN ('count', 'gap_count')) AS base_count,
        max(mean) FILTER (WHERE side = 'new' AND figure IN ('count', 'gap_count')) AS new_count
    FROM _spreads
    WHERE
        gpu_id IS NOT NULL
        AND (section IN ('kernels', 'copies', 'idle') OR (section = 'gpus' AND figure = 'span_ns'))
    GROUP BY gpu_id, section, name
),

both_sides AS (
    SELECT gpu_id, base_mean AS base_span, new_mean AS new_span
    FROM means
    WHERE section = 'gpus' AND base_mean > 0 AND new_mean > 0
),

parts AS (
    SELECT
        m.gpu_id,
        CASE m.section WHEN 'gpus' THEN 'span' ELSE m.section END AS kind,
        CASE m.section WHEN 'gpus' THEN '' ELSE m.name END AS name,
        coalesce(round(m.base_mean), 0)::BIGINT AS base_ns,
        coalesce(round(m.new_mean), 0)::BIGINT AS new_ns,
        m.base_count,
        m.new_count
    FROM means AS m
    INNER JOIN both_sides AS s ON s.gpu_id = m.gpu_id
),

rounding AS (
    SELECT
        gpu_id,
        sum(CASE kind WHEN 'span' THEN base_ns ELSE -base_ns END)::BIGINT AS base_ns,
        sum(CASE kind WHEN 'span' THEN new_ns ELSE -new_ns END)::BIGINT AS new_ns
    FROM parts
    GROUP BY gpu_id
),

whole AS (
    SELECT * FROM parts
    UNION ALL
    SELECT gpu_id, 'rounding', 'left unexplained', base_ns, new_ns, NULL, NULL FROM rounding
),

split AS (
    SELECT
        *,
        new_ns - base_ns AS difference_ns,
        CASE
            WHEN kind IN ('span', 'rounding') THEN NULL
            WHEN base_count > 0 AND new_count > 0
                THEN round(base_ns * (new_count - base_count) / base_count)::BIGINT
            ELSE new_ns - base_ns
        END AS by_count_ns
    FROM whole
)

SELECT
    p.gpu_id,
    p.kind,
    p.name,
    p.base_ns,
    p.new_ns,
    p.difference_ns,
    100.0 * p.difference_ns / s.base_span AS percent,
    round(p.base_count)::BIGINT AS base_count,
    round(p.new_count)::BIGINT AS new_count,
    p.by_count_ns,
    p.difference_ns - p.by_count_ns AS by_length_ns
FROM split AS p
INNER JOIN both_sides AS s ON s.gpu_id = p.gpu_id
WHERE NOT EXISTS (FROM comparability WHERE NOT is_allowed)
ORDER BY p.gpu_id, p.kind <> 'span', p.kind = 'rounding', abs(p.difference_ns) DESC, p.kind, p.name
