-- name: nvtx_summary
-- title: NVTX Ranges by Name
-- summary: NVTX ranges by domain and text: how often, how long, and what the GPUs did meanwhile and for them.
-- description: Ranges of all threads and processes. sum_ns counts nested and concurrent ranges each,
--     union_ns time once. gpu_overlap_ns is of the union: time of it in which any GPU was at work, whoever
--     launched the work. launched_busy_ns, operations and kernels are what was launched inside the
--     ranges, summed over the instances: a range inside another of the same text counts twice. Several
--     GPUs count as one; with per_gpu the GPU figures are of each GPU in a row of its own. Ranges without an
--     end are counted, and are in no time and no count of launched work.
-- requires: nvtx_events
-- needs: nvtx_ranges, _busy_before_edges, _nvtx_work, gpu_activity, _nvtx_work_per_gpu if per_gpu,
--     interval_coverage if per_gpu, fold_ids, interval_union, _recorded
-- beside: _keyed_ops, _nvtx_work
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of texts, so that step 1 and step 2 are step #
-- param: pattern VARCHAR = '' -- keep texts in which this regular expression is found
-- param: per_gpu BOOLEAN = FALSE -- a row per text and GPU, of the GPU's work alone; else of all GPUs together
-- param: rows INTEGER = 0 all 0 -- texts to return; 0 for all
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: range_name VARCHAR -- text of the ranges
-- column: range_count BIGINT -- ranges that have an end
-- column: open_count BIGINT -- ranges without an end
-- column: sum_ns BIGINT [ns] -- summed durations
-- column: median_ns DOUBLE [ns] -- median duration
-- column: max_ns BIGINT [ns] -- longest duration
-- column: union_ns BIGINT [ns] -- length of their union
-- column: self_ns BIGINT [ns] -- summed durations less the push/pop ranges directly inside
-- column: gpu_overlap_ns BIGINT [ns] -- of union_ns, time with some GPU at work; NULL: no device work captured
-- column: launched_busy_ns BIGINT [ns] -- busy time of the launched work, summed over the instances; NULL: not captured
-- column: kernel_count BIGINT -- kernels launched inside, summed over the instances; NULL: not captured
-- column: gpu_id BIGINT -- the GPU that the GPU figures are of; NULL for all together
-- example: SELECT fold_ids(range_name), count(*) FROM nvtx_ranges GROUP BY ALL ORDER BY ALL

WITH gpus_at_work AS MATERIALIZED (
    {% if 'per_gpu' in shape.asked %}
    SELECT gpu_id FROM (VALUES (0)) AS one LEFT JOIN (SELECT DISTINCT gpu_id FROM gpu_activity) AS g ON $per_gpu
    {% else %}
    SELECT NULL::BIGINT AS gpu_id
    {% endif %}
),

work AS (
    {% if 'per_gpu' in shape.asked %}
    SELECT range_id, gpu_id, busy_ns, kernel_count FROM _nvtx_work_per_gpu
    {% else %}
    SELECT range_id, NULL::BIGINT AS gpu_id, busy_ns, kernel_count FROM _nvtx_work
    {% endif %}
),

named AS MATERIALIZED (
    SELECT
        event_id,
        domain,
        CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(range_name) ELSE range_name END AS range_name,
        start_ns,
        end_ns,
        duration_ns,
        self_ns,
        end_tid
    FROM nvtx_ranges
    WHERE regexp_matches(range_name, $pattern::VARCHAR)
),

-- a number for each text, which is less to sort by
texts AS MATERIALIZED (
    SELECT row_number() OVER () AS lane, domain, range_name
    FROM (SELECT DISTINCT domain, range_name FROM named)
),

ranges AS MATERIALIZED (
    SELECT
        t.lane,
        g.gpu_id,
        r.start_ns,
        r.end_ns,
        r.duration_ns,
        r.self_ns,
        CASE WHEN r.end_tid IS NULL AND r.end_ns IS NOT NULL THEN coalesce(w.busy_ns, 0) END AS launched_busy_ns,
        CASE WHEN r.end_tid IS NULL AND r.end_ns IS NOT NULL THEN coalesce(w.kernel_count, 0) END AS kernel_count
    FROM named AS r
    INNER JOIN texts AS t ON t.range_name = r.range_name AND t.domain = r.domain
    CROSS JOIN gpus_at_work AS g
    LEFT JOIN work AS w ON w.range_id = r.event_id AND w.gpu_id IS NOT DISTINCT FROM g.gpu_id
),

_ranges AS (
    SELECT lane, start_ns, end_ns FROM ranges
),

islands AS MATERIALIZED (
    SELECT lane, start_ns, end_ns FROM interval_union('_ranges')
),

{% if 'per_gpu' in shape.asked %}
_work AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_activity
),

_points AS (
    SELECT DISTINCT g.gpu_id AS lane, unnest([i.start_ns, i.end_ns]) AS at_ns
    FROM islands AS i
    CROSS JOIN gpus_at_work AS g
),

busy_before AS MATERIALIZED (
    SELECT coalesce(lane, -1) AS gpu, at_ns, covered_ns AS busy_ns FROM interval_coverage('_work', '_points')
),
{% else %}
busy_before AS (
    SELECT -1::BIGINT AS gpu, at_ns, busy_ns FROM _busy_before_edges
),
{% endif %}

-- kept apart: of three relations two might be joined by their GPU alone
begun AS MATERIALIZED (
    SELECT i.lane, i.start_ns, i.end_ns, b.gpu, b.busy_ns
    FROM islands AS i
    INNER JOIN busy_before AS b ON b.at_ns = i.start_ns
),

unions AS (
    SELECT
        s.lane,
        s.gpu,
        sum(s.end_ns - s.start_ns)::BIGINT AS union_ns,
        sum(e.busy_ns - s.busy_ns)::BIGINT AS gpu_overlap_ns
    FROM begun AS s
    INNER JOIN busy_before AS e ON e.at_ns = s.end_ns AND e.gpu = s.gpu
    GROUP BY s.lane, s.gpu
),

totals AS (
    SELECT
        lane,
        gpu_id,
        count(duration_ns) AS range_count,
        count(*) - count(duration_ns) AS open_count,
        sum(duration_ns)::BIGINT AS sum_ns,
        median(duration_ns)::DOUBLE AS median_ns,
        max(duration_ns) AS max_ns,
        sum(self_ns)::BIGINT AS self_ns,
        sum(launched_busy_ns)::BIGINT AS launched_busy_ns,
        sum(kernel_count)::BIGINT AS kernel_count
    FROM ranges
    GROUP BY lane, gpu_id
)

SELECT
    n.domain,
    n.range_name,
    t.range_count,
    t.open_count,
    t.sum_ns,
    t.median_ns,
    t.max_ns,
    u.union_ns,
    t.self_ns,
    CASE WHEN r.device_work THEN u.gpu_overlap_ns END AS gpu_overlap_ns,
    CASE WHEN r.device_work AND r.api THEN t.launched_busy_ns END AS launched_busy_ns,
    CASE WHEN r.device_work AND r.api THEN t.kernel_count END AS kernel_count,
    t.gpu_id
FROM totals AS t
INNER JOIN texts AS n ON n.lane = t.lane
CROSS JOIN _recorded AS r
LEFT JOIN unions AS u ON u.lane = t.lane AND u.gpu = coalesce(t.gpu_id, -1)
QUALIFY
    $rows::INTEGER = 0
    OR dense_rank() OVER (ORDER BY t.sum_ns DESC NULLS LAST, n.domain, n.range_name) <= $rows::INTEGER
ORDER BY t.sum_ns DESC NULLS LAST, n.domain, n.range_name, t.gpu_id
