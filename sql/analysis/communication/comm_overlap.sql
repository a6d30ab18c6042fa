-- name: comm_overlap
-- summary: Communication and computation per GPU: each alone, both at once, neither.
-- description: From unions of intervals, so that the four parts add up to the span. Communication is
--     every kernel of class communication (kernel_names), or, if a pattern is given, every kernel whose
--     demangled or short name matches it; computation is every other kernel
--     and all memory operations but peer-to-peer copies, which communicate too. The time of a
--     collective kernel includes its waiting for other ranks. comm_only_ns is what is exposed. A CUDA
--     graph traced as a whole counts as computation, since its kernels are not visible: graph_ns
--     says for how long, and what of that was communication is not known. A communication kernel that is not
--     known as one counts as computation: unmatched_kernel_ns is the time of all kernels that do not match.
--     Kernels without usable times are counted and take no part in times; a GPU without any timed work has no row.
-- needs: _kernels, _devices, gpu_memcpy, _lean_ops, _comm_kernel_names, interval_union
-- param: pattern VARCHAR = NULL -- regular expression for names of kernels that communicate; NULL: those of class communication in kernel_names
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: span_ns BIGINT [ns] -- from the GPU's first operation to the end of its last
-- column: compute_only_ns BIGINT [ns] -- computation and no communication
-- column: comm_only_ns BIGINT [ns] -- communication and no computation: exposed
-- column: both_ns BIGINT [ns] -- communication hidden behind computation
-- column: idle_ns BIGINT [ns] -- neither
-- column: comm_kernel_count BIGINT -- kernels that communicate, timed or not
-- column: graph_ns BIGINT [ns] -- of the computation, time of graphs traced as a whole: not known what they did
-- column: exposed_comm_pct DOUBLE [% of the communication's union] -- how much of it nothing hides; NULL without any
-- column: comm_kernel_ns BIGINT [ns] -- summed time of the kernels that match
-- column: unmatched_kernel_count BIGINT -- all other kernels, timed or not, taken for computation
-- column: unmatched_kernel_ns BIGINT [ns] -- summed time of these
-- example: SELECT * FROM comm_overlap(pattern := 'nccl') ORDER BY gpu_id

-- a name is matched once, not once a kernel
WITH matching AS MATERIALIZED (
    FROM _comm_kernel_names(given := pattern)
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
        coalesce(coalesce(k.kernel_name_id, k.short_name_id) IN (FROM matching), FALSE) AS is_comm
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
    WINDOW earlier AS (
        PARTITION BY gpu_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )
),

added AS (
    SELECT
        *,
        -- without an end: NULL, which greatest() skips
        greatest(end_ns - greatest(start_ns, comm_reach_ns, compute_reach_ns), 0) AS busy_ns,
        greatest(end_ns - greatest(start_ns, comm_reach_ns), 0) AS comm_ns,
        greatest(end_ns - greatest(start_ns, compute_reach_ns), 0) AS compute_ns
    FROM swept
),

totals AS (
    SELECT
        gpu_id,
        max(end_ns) - min(CASE WHEN end_ns IS NOT NULL THEN start_ns END) AS span_ns,
        sum(busy_ns)::BIGINT AS busy_ns,
        coalesce(sum(comm_ns) FILTER (WHERE is_comm), 0)::BIGINT AS comm_ns,
        coalesce(sum(compute_ns) FILTER (WHERE NOT is_comm), 0)::BIGINT AS compute_ns,
        count(*) FILTER (WHERE is_kernel AND is_comm) AS comm_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE is_kernel AND is_comm), 0)::BIGINT AS comm_kernel_ns,
        count(*) FILTER (WHERE is_kernel AND NOT is_comm) AS unmatched_kernel_count,
        coalesce(sum(end_ns - start_ns) FILTER (WHERE is_kernel AND NOT is_comm), 0)::BIGINT AS unmatched_kernel_ns
    FROM added
    GROUP BY gpu_id
    HAVING max(end_ns) IS NOT NULL
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
