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
-- needs: _kernels, _devices, gpu_memcpy, _lean_ops, strings, interval_union
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

_graphs AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM _lean_ops WHERE kind = 'graph'
),

graphs AS (
    SELECT lane AS gpu_id, sum(end_ns - start_ns)::BIGINT AS graph_ns
    FROM interval_union('_graphs')
    GROUP BY lane
),

kernels AS (
    SELECT
        coalesce(d.gpu_id, k.device_id) AS gpu_id,
        k.start_ns,
        k.end_ns,
        coalesce(k.kernel_name_id IN (FROM matching), FALSE)
        OR coalesce(k.short_name_id IN (FROM matching), FALSE) AS is_comm
    FROM _kernels AS k
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    {{ "WHERE coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')" if shape.one_gpu }}
),

work AS (
    SELECT gpu_id, start_ns, end_ns, TRUE AS is_kernel, is_comm
    FROM kernels
    UNION ALL
    SELECT gpu_id, start_ns, end_ns, FALSE, coalesce(copy_kind = 'Peer-to-Peer', FALSE)
    FROM gpu_memcpy
    UNION ALL
    SELECT gpu_id, start_ns, end_ns, FALSE, FALSE
    FROM _lean_ops
    WHERE kind NOT IN ('kernel', 'memcpy')
),

-- how far the work that began before reaches: what an operation adds to each union lies beyond
swept AS (
    SELECT
        *,
        max(CASE WHEN is_comm THEN end_ns END) OVER earlier AS comm_reach_ns,
        max(CASE WHEN NOT is_comm THEN end_ns END) OVER earlier AS compute_reach_ns
    FROM work
    WHERE end_ns IS NOT NULL
    WINDOW earlier AS (
        PARTITION BY gpu_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )
),

added AS (
    SELECT
        *,
        greatest(end_ns - greatest(start_ns, comm_reach_ns, compute_reach_ns), 0) AS busy_ns,
        greatest(end_ns - greatest(start_ns, comm_reach_ns), 0) AS comm_ns,
        greatest(end_ns - greatest(start_ns, compute_reach_ns), 0) AS compute_ns
    FROM swept
),

totals AS (
    SELECT
        gpu_id,
        max(end_ns) - min(start_ns) AS span_ns,
        sum(busy_ns)::BIGINT AS busy_ns,
        coalesce(sum(comm_ns) FILTER (WHERE is_comm), 0)::BIGINT AS comm_ns,
        coalesce(sum(compute_ns) FILTER (WHERE NOT is_comm), 0)::BIGINT AS compute_ns,
        count(*) FILTER (WHERE is_kernel AND is_comm) AS comm_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE is_kernel AND is_comm), 0)::BIGINT AS comm_kernel_ns,
        count(*) FILTER (WHERE is_kernel AND NOT is_comm) AS unmatched_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE is_kernel AND NOT is_comm), 0)::BIGINT AS unmatched_kernel_ns
    FROM added
    GROUP BY gpu_id
)

SELECT
    t.gpu_id,
    t.span_ns,
    t.busy_ns - t.comm_ns AS compute_only_ns,
    t.busy_ns - t.compute_ns AS comm_only_ns,
    t.comm_ns + t.compute_ns - t.busy_ns AS both_ns,
    t.span_ns - t.busy_ns AS idle_ns,
    t.comm_kernel_count,
    coalesce(g.graph_ns, 0) AS graph_ns,
    100.0 * (t.busy_ns - t.compute_ns) / nullif(t.comm_ns, 0) AS exposed_comm_pct,
    t.comm_kernel_ns,
    t.unmatched_kernel_count,
    t.unmatched_kernel_ns
FROM totals AS t
LEFT JOIN graphs AS g ON g.gpu_id IS NOT DISTINCT FROM t.gpu_id
