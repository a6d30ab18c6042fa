-- name: idle_gaps
-- title: Longest Idle Gaps
-- summary: The longest times in which a GPU had nothing to do, and what stood before, after and around.
-- description: activity is what the launching thread did for most of the gap, by the parts of idle_parts. Rows of gpu_idle: gaps between the islands of one GPU's work, longest first; gpu_gaps is
--     the rule of nsys analyze, with its limit of 500 ms. gap_pct of all gaps of a GPU adds up to 100.
--     Gaps of equal length are in order of time.
-- requires: gpu_activity
-- needs: _gap_candidates, whole._gap_candidates, _explained_gaps, _named_gaps, _parts_of_gaps, strings, name_of
-- param: rows INTEGER = 20 all 0 -- rows to return; 0 for all
-- param: per_gpu INTEGER = 0 -- at most so many gaps of each GPU; 0 for any number
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: rank BIGINT -- place among the GPU's gaps, 1 for the longest
-- column: duration_ns BIGINT [ns] -- length of the gap
-- column: gap_pct DOUBLE [% of the GPU's idle time] -- that length
-- column: cause VARCHAR -- sync, launch, queued or unknown, as gpu_idle tells
-- column: before_name VARCHAR -- the operation that ended where the gap begins
-- column: after_name VARCHAR -- the operation that begins where the gap ends
-- column: api_name VARCHAR -- the call that launched that one; NULL where the export has none
-- column: range_name VARCHAR -- innermost NVTX range of the launching thread in the middle of the gap
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: activity VARCHAR -- what the launching thread did longest during the gap, as in idle_parts
-- column: activity_ns BIGINT [ns] -- for how long
-- column: drained_by VARCHAR -- the synchronize call or blocking copy that it waited in where the gap starts; NULL if in none
-- example: SELECT cause, max(duration_ns) AS longest_ns FROM gpu_idle GROUP BY cause ORDER BY cause

{% macro from(at) %}{{ 'greatest(' ~ at ~ ", getvariable('window_from_ns')::BIGINT)" if shape.windowed else at }}{% endmacro %}
{% macro until(at) %}{{ 'least(' ~ at ~ ", getvariable('window_to_ns')::BIGINT)" if shape.windowed else at }}{% endmacro %}
WITH candidates AS MATERIALIZED (
    SELECT *, end_ns - start_ns AS duration_ns FROM _gap_candidates
),

-- several operations may begin where one gap ends
gaps AS MATERIALIZED (
    SELECT DISTINCT gpu_id, start_ns, duration_ns FROM candidates
),

idle AS (
    SELECT gpu_id, sum(duration_ns) AS idle_ns FROM gaps GROUP BY gpu_id
),

ranked AS (
    SELECT
        gpu_id,
        start_ns,
        duration_ns,
        row_number() OVER (
            PARTITION BY gpu_id ORDER BY duration_ns DESC, start_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS rank
    FROM gaps
),

top AS MATERIALIZED (
    SELECT gpu_id, start_ns, rank
    FROM ranked
    WHERE $per_gpu <= 0 OR rank <= $per_gpu
    ORDER BY duration_ns DESC, gpu_id, start_ns
    LIMIT CASE WHEN $rows > 0 THEN $rows END
),

_top AS MATERIALIZED (
    SELECT c.*
    FROM whole._gap_candidates AS c
    INNER JOIN top AS t ON t.gpu_id IS NOT DISTINCT FROM c.gpu_id AND t.start_ns = {{ from('c.start_ns') }}
),

_explained AS MATERIALIZED (
    FROM _explained_gaps('_top')
),

activities AS (
    SELECT
        gpu_id, gap_start_ns, activity, sum(greatest({{ until('end_ns') }} - {{ from('start_ns') }}, 0))::BIGINT AS activity_ns,
        any_value(drained_name_id) AS drained_name_id, count(drained_id) > 0 AS is_drained
    FROM _parts_of_gaps('_explained')
    GROUP BY gpu_id, gap_start_ns, activity
    QUALIFY row_number() OVER (
        PARTITION BY gpu_id, gap_start_ns ORDER BY activity_ns DESC, activity
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
)

SELECT
    g.gpu_id,
    t.rank,
    {{ until('g.end_ns') }} - {{ from('g.start_ns') }} AS duration_ns,
    100.0 * ({{ until('g.end_ns') }} - {{ from('g.start_ns') }}) / nullif(i.idle_ns, 0) AS gap_pct,
    g.cause,
    g.before_name,
    g.after_name,
    g.api_name,
    g.range_name,
    {{ from('g.start_ns') }} AS start_ns,
    {{ until('g.end_ns') }} AS end_ns,
    a.activity,
    a.activity_ns,
    CASE WHEN a.is_drained THEN name_of(s.text, a.drained_name_id) END AS drained_by
FROM _named_gaps('_explained') AS g
INNER JOIN top AS t ON t.gpu_id IS NOT DISTINCT FROM g.gpu_id AND t.start_ns = {{ from('g.start_ns') }}
INNER JOIN idle AS i ON i.gpu_id IS NOT DISTINCT FROM g.gpu_id
LEFT JOIN activities AS a ON a.gpu_id IS NOT DISTINCT FROM g.gpu_id AND a.gap_start_ns = g.start_ns
LEFT JOIN strings AS s ON s.string_id = a.drained_name_id
ORDER BY duration_ns DESC, g.gpu_id, start_ns
