-- name: comm_overlap
-- summary: Communication and computation per GPU: each alone, both at once, neither.
-- description: From unions of intervals, so that the four parts add up to the span. Communication is
--     every kernel whose demangled or short name matches the pattern, computation every other kernel
--     and all memory operations but peer-to-peer copies, which communicate too. The time of a
--     collective kernel includes its waiting for other ranks. comm_only_ns is what is exposed. A CUDA
--     graph traced as a whole counts as computation, since its kernels are not visible: graph_ns
--     says for how long, and what of that was communication is not known. A pattern that misses a kernel
--     makes computation of it: unmatched_kernel_ns, beside the time of those that match, tells how much
--     goes by names that the pattern does not know.
-- needs: gpu_kernels, gpu_memcpy, gpu_activity, strings, interval_union
-- param: pattern VARCHAR = '(?i)^(void )?(nccl|nvshmem|rccl)|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|deep_?ep|cross_device' -- regular expression for names of kernels that communicate
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: span_ns BIGINT [ns] -- from the GPU's first operation to the end of its last
-- column: compute_only_ns BIGINT [ns] -- computation and no communication
-- column: comm_only_ns BIGINT [ns] -- communication and no computation: exposed
-- column: both_ns BIGINT [ns] -- communication hidden behind computation
-- column: idle_ns BIGINT [ns] -- neither
-- column: comm_kernel_count BIGINT -- kernels that match the pattern
-- column: graph_ns BIGINT [ns] -- of the computation, time of graphs traced as a whole: not known what they did
-- column: exposed_comm_pct DOUBLE [% of the communication's union] -- how much of it nothing hides; NULL without any
-- column: comm_kernel_ns BIGINT [ns] -- summed time of the kernels that match
-- column: unmatched_kernel_count BIGINT -- kernels that do not match, all taken for computation
-- column: unmatched_kernel_ns BIGINT [ns] -- summed time of these
-- example: SELECT * FROM comm_overlap(pattern := 'nccl') ORDER BY gpu_id

-- the pattern is tried once a string, not once a kernel
WITH matching AS MATERIALIZED (
    SELECT string_id FROM strings WHERE regexp_matches(text, pattern)
),

work AS MATERIALIZED (
    SELECT
        gpu_id AS lane,
        start_ns,
        end_ns,
        'kernel' AS kind,
        coalesce(kernel_name_id IN (FROM matching), FALSE)
        OR coalesce(short_name_id IN (FROM matching), FALSE) AS is_comm
    FROM gpu_kernels
    UNION ALL
    SELECT gpu_id, start_ns, end_ns, 'memcpy', coalesce(copy_kind = 'Peer-to-Peer', FALSE)
    FROM gpu_memcpy
    UNION ALL
    SELECT gpu_id, start_ns, end_ns, kind, FALSE
    FROM gpu_activity
    WHERE kind NOT IN ('kernel', 'memcpy')
),

_comm AS (
    SELECT lane, start_ns, end_ns FROM work WHERE is_comm
),

_compute AS (
    SELECT lane, start_ns, end_ns FROM work WHERE NOT is_comm
),

_graphs AS (
    SELECT lane, start_ns, end_ns FROM work WHERE kind = 'graph'
),

comm_islands AS MATERIALIZED (
    SELECT lane, start_ns, end_ns FROM interval_union('_comm')
),

compute_islands AS MATERIALIZED (
    SELECT lane, start_ns, end_ns FROM interval_union('_compute')
),

_islands AS (
    SELECT lane, start_ns, end_ns FROM comm_islands
    UNION ALL
    SELECT lane, start_ns, end_ns FROM compute_islands
),

lengths AS (
    SELECT lane, 'comm' AS part, end_ns - start_ns AS length_ns FROM comm_islands
    UNION ALL
    SELECT lane, 'compute', end_ns - start_ns FROM compute_islands
    UNION ALL
    SELECT lane, 'any', end_ns - start_ns FROM interval_union('_islands')
    UNION ALL
    SELECT lane, 'graph', end_ns - start_ns FROM interval_union('_graphs')
),

totals AS (
    SELECT
        lane,
        coalesce(sum(length_ns) FILTER (WHERE part = 'comm'), 0)::BIGINT AS comm_ns,
        coalesce(sum(length_ns) FILTER (WHERE part = 'compute'), 0)::BIGINT AS compute_ns,
        coalesce(sum(length_ns) FILTER (WHERE part = 'any'), 0)::BIGINT AS busy_ns,
        coalesce(sum(length_ns) FILTER (WHERE part = 'graph'), 0)::BIGINT AS graph_ns
    FROM lengths
    GROUP BY lane
),

spans AS (
    SELECT
        lane,
        max(end_ns) - min(start_ns) AS span_ns,
        count(*) FILTER (WHERE is_comm AND kind = 'kernel') AS comm_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE is_comm AND kind = 'kernel'), 0)::BIGINT
            AS comm_kernel_ns,
        count(*) FILTER (WHERE NOT is_comm AND kind = 'kernel') AS unmatched_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE NOT is_comm AND kind = 'kernel'), 0)::BIGINT
            AS unmatched_kernel_ns
    FROM work
    WHERE end_ns IS NOT NULL
    GROUP BY lane
)

SELECT
    s.lane AS gpu_id,
    s.span_ns,
    t.busy_ns - t.comm_ns AS compute_only_ns,
    t.busy_ns - t.compute_ns AS comm_only_ns,
    t.comm_ns + t.compute_ns - t.busy_ns AS both_ns,
    s.span_ns - t.busy_ns AS idle_ns,
    s.comm_kernel_count,
    t.graph_ns,
    100.0 * (t.busy_ns - t.compute_ns) / nullif(t.comm_ns, 0) AS exposed_comm_pct,
    s.comm_kernel_ns,
    s.unmatched_kernel_count,
    s.unmatched_kernel_ns
FROM spans AS s
INNER JOIN totals AS t ON t.lane IS NOT DISTINCT FROM s.lane
