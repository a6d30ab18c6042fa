-- name: nvtx_tree
-- title: NVTX Tree
-- summary: NVTX ranges by path from the root: count, time inside, time of their own, GPU time.
-- description: A path has the texts of the ranges around one, per domain; ranges of all threads and
--     processes with the same texts around them are one row. Texts may have slashes: two rows may show one path. self_ns is inclusive_ns less the push/pop ranges directly
--     inside, and adds up to the inclusive time of the roots where nothing is open or badly nested.
--     launched_busy_ns and kernels are what was launched inside, at every level, summed over the
--     instances. Several GPUs count as one; with per_gpu the GPU figures are of each GPU in a row of its own.
--     Ranges without an end are counted, and in no time.
-- requires: nvtx_events
-- needs: nvtx_ranges, _nvtx_work, _nvtx_work_per_gpu if per_gpu, gpu_activity if per_gpu, fold_ids, _recorded
-- beside: _keyed_ops
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of texts, so that step 1 and step 2 are step #
-- param: per_gpu BOOLEAN = FALSE -- a row per path and GPU, of the GPU's work alone; else of all GPUs together
-- param: max_depth INTEGER = NULL -- leave out paths deeper than this; 0 for the roots alone
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: path VARCHAR -- texts from the root down, as in step/layer/op
-- column: depth BIGINT -- ranges around it; 0 at the root
-- column: range_count BIGINT -- ranges that have an end
-- column: open_count BIGINT -- ranges without an end
-- column: inclusive_ns BIGINT [ns] -- summed durations
-- column: avg_ns DOUBLE [ns] -- average duration
-- column: self_ns BIGINT [ns] -- summed durations less the push/pop ranges directly inside
-- column: launched_busy_ns BIGINT [ns] -- busy time of the launched work, summed over the instances; NULL: not captured
-- column: kernel_count BIGINT -- kernels launched inside, summed over the instances; NULL: not captured
-- column: gpu_id BIGINT -- the GPU that the GPU figures are of; NULL for all together
-- example: SELECT path, depth, duration_ns, self_ns FROM nvtx_ranges ORDER BY start_ns, depth, event_id LIMIT 10

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

ranges AS (
    SELECT
        g.gpu_id,
        r.domain,
        {% if 'strip_ids' in shape.asked %}
        list_transform(r.path_names, lambda text : fold_ids(text)) AS path_names,
        {% else %}
        r.path_names,
        {% endif %}
        r.depth,
        r.duration_ns,
        r.self_ns,
        CASE WHEN r.end_tid IS NULL AND r.end_ns IS NOT NULL THEN coalesce(w.busy_ns, 0) END AS launched_busy_ns,
        CASE WHEN r.end_tid IS NULL AND r.end_ns IS NOT NULL THEN coalesce(w.kernel_count, 0) END AS kernel_count
    FROM nvtx_ranges AS r
    CROSS JOIN gpus_at_work AS g
    LEFT JOIN work AS w ON w.range_id = r.event_id AND w.gpu_id IS NOT DISTINCT FROM g.gpu_id
    WHERE $max_depth::INTEGER IS NULL OR r.depth <= $max_depth::INTEGER
),

totals AS (
    SELECT
        domain,
        path_names,
        depth,
        gpu_id,
        count(duration_ns) AS range_count,
        count(*) - count(duration_ns) AS open_count,
        sum(duration_ns)::BIGINT AS inclusive_ns,
        avg(duration_ns) AS avg_ns,
        sum(self_ns)::BIGINT AS self_ns,
        sum(launched_busy_ns)::BIGINT AS launched_busy_ns,
        sum(kernel_count)::BIGINT AS kernel_count
    FROM ranges
    GROUP BY domain, path_names, depth, gpu_id
)

SELECT
    t.domain,
    array_to_string(t.path_names, '/') AS path,
    t.depth,
    t.range_count,
    t.open_count,
    t.inclusive_ns,
    t.avg_ns,
    t.self_ns,
    CASE WHEN r.device_work AND r.api THEN t.launched_busy_ns END AS launched_busy_ns,
    CASE WHEN r.device_work AND r.api THEN t.kernel_count END AS kernel_count,
    t.gpu_id
FROM totals AS t
CROSS JOIN _recorded AS r
-- a child right behind its parent, before any text that only begins like the parent's
ORDER BY t.domain, t.path_names, t.depth, t.gpu_id
