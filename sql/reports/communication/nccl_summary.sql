-- name: nccl_summary
-- title: Communication Kernels
-- summary: Kernels that communicate: how often, how long, and how much of it nothing hides.
-- description: Per GPU and short name, kernels of class communication (kernel_names), or whose demangled or
--     short name matches a given pattern. Their time includes waiting for other ranks. Exposed is time of the union in which no other work ran on
--     the GPU that does not communicate: peer-to-peer copies communicate, other kernels and memory
--     operations do not. Different communication kernels that run at once count each in exposed_ns; in
--     exposed_disjoint_ns such time is that of the name whose kernel began first, so that the rows of a
--     GPU add up to its exposed time and no nanosecond is claimed twice.
-- requires: gpu_kernels
-- needs: gpu_kernels, gpu_memcpy, gpu_activity, _comm_kernel_names, interval_union, interval_coverage
-- param: pattern VARCHAR = NULL -- regular expression for names of kernels that communicate; NULL: those of class communication in kernel_names
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kernel_name VARCHAR -- short name
-- column: kernel_count BIGINT -- kernels, timed or not
-- column: sum_ns BIGINT [ns] -- summed time, which includes waiting for other ranks
-- column: comm_pct DOUBLE [% of the summed time of the GPU's communication kernels] -- sum_ns
-- column: min_ns BIGINT [ns] -- shortest
-- column: median_ns DOUBLE [ns] -- median
-- column: max_ns BIGINT [ns] -- longest
-- column: union_ns BIGINT [ns] -- time in which some of them ran
-- column: exposed_ns BIGINT [ns] -- of union_ns, time in which no computation ran on the GPU
-- column: exposed_pct DOUBLE [% of union_ns] -- exposed_ns
-- column: exposed_disjoint_ns BIGINT [ns] -- of exposed_ns, what belongs to no name that began earlier
-- example: SELECT * FROM comm_overlap(pattern := 'nccl') ORDER BY gpu_id

WITH matching AS MATERIALIZED (
    FROM _comm_kernel_names(given := $pattern::VARCHAR)
),

kernels AS MATERIALIZED (
    SELECT
        gpu_id,
        short_name,
        start_ns,
        end_ns,
        duration_ns,
        coalesce(coalesce(kernel_name_id, short_name_id) IN (FROM matching), FALSE) AS is_comm
    FROM gpu_kernels
),

comm AS (
    SELECT {'gpu_id': gpu_id, 'name': short_name} AS lane, start_ns, end_ns, duration_ns
    FROM kernels
    WHERE is_comm
),

_comm AS (
    SELECT lane, start_ns, end_ns FROM comm
),

-- of an island, what lies behind all that began before it is its own
islands AS MATERIALIZED (
    SELECT
        lane,
        lane.gpu_id AS gpu_id,
        start_ns,
        end_ns,
        least(end_ns, greatest(start_ns, coalesce(max(end_ns) OVER (
            PARTITION BY lane.gpu_id ORDER BY start_ns, end_ns DESC, lane.name
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), start_ns))) AS own_ns
    FROM interval_union('_comm')
),

_compute AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM kernels WHERE NOT is_comm
    UNION ALL
    SELECT gpu_id, start_ns, end_ns
    FROM gpu_memcpy
    WHERE copy_kind IS DISTINCT FROM 'Peer-to-Peer'
    UNION ALL
    SELECT gpu_id, start_ns, end_ns FROM gpu_activity WHERE kind NOT IN ('kernel', 'memcpy')
),

_points AS (
    SELECT gpu_id AS lane, start_ns AS at_ns FROM islands
    UNION ALL
    SELECT gpu_id, end_ns FROM islands
    UNION ALL
    SELECT gpu_id, own_ns FROM islands
),

hidden AS MATERIALIZED (
    SELECT lane, at_ns, covered_ns FROM interval_coverage('_compute', '_points')
),

unions AS (
    SELECT
        i.lane,
        sum(i.end_ns - i.start_ns)::BIGINT AS union_ns,
        sum(e.covered_ns - s.covered_ns)::BIGINT AS hidden_ns,
        sum(i.end_ns - i.own_ns - (e.covered_ns - o.covered_ns))::BIGINT AS exposed_disjoint_ns
    FROM islands AS i
    INNER JOIN hidden AS s ON s.lane IS NOT DISTINCT FROM i.gpu_id AND s.at_ns = i.start_ns
    INNER JOIN hidden AS o ON o.lane IS NOT DISTINCT FROM i.gpu_id AND o.at_ns = i.own_ns
    INNER JOIN hidden AS e ON e.lane IS NOT DISTINCT FROM i.gpu_id AND e.at_ns = i.end_ns
    GROUP BY i.lane
),

totals AS (
    SELECT
        lane,
        count(*) AS kernel_count,
        sum(duration_ns)::BIGINT AS sum_ns,
        min(duration_ns) AS min_ns,
        median(duration_ns)::DOUBLE AS median_ns,
        max(duration_ns) AS max_ns
    FROM comm
    GROUP BY lane
)

SELECT
    t.lane.gpu_id AS gpu_id,
    t.lane.name AS kernel_name,
    t.kernel_count,
    t.sum_ns,
    100.0 * t.sum_ns / nullif(sum(t.sum_ns) OVER (PARTITION BY t.lane.gpu_id), 0) AS comm_pct,
    t.min_ns,
    t.median_ns,
    t.max_ns,
    u.union_ns,
    u.union_ns - u.hidden_ns AS exposed_ns,
    100.0 * (u.union_ns - u.hidden_ns) / nullif(u.union_ns, 0) AS exposed_pct,
    u.exposed_disjoint_ns
FROM totals AS t
LEFT JOIN unions AS u ON u.lane IS NOT DISTINCT FROM t.lane
ORDER BY gpu_id, t.sum_ns DESC NULLS LAST, kernel_name
