-- name: comm_overlap_summary
-- title: Communication and Computation
-- summary: Communication and computation per GPU: each alone, both at once, neither.
-- description: From unions of intervals: the four parts add up to the span, and their percentages to
--     100. Kernels of class communication (kernel_names) communicate, or those that a given pattern
--     matches; all other work computes, but peer-to-peer copies, which communicate. The time of a collective kernel includes its waiting for other ranks.
--     comm_only_ns is what nothing hides: exposed communication. A communication kernel that is not
--     known as one counts as computation: if unmatched_kernel_pct is higher than expected, look at the classes in
--     kernel_names, and add names by --kernel-classes or give a pattern.
-- requires: gpu_kernels
-- needs: comm_overlap
-- param: pattern VARCHAR = NULL -- regular expression for names of kernels that communicate; NULL: those of class communication in kernel_names
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: span_ns BIGINT [ns] -- from the GPU's first operation to the end of its last
-- column: compute_only_ns BIGINT [ns] -- computation and no communication
-- column: compute_only_pct DOUBLE [% of the span] -- that time
-- column: both_ns BIGINT [ns] -- communication hidden behind computation
-- column: both_pct DOUBLE [% of the span] -- that time
-- column: comm_only_ns BIGINT [ns] -- communication and no computation: exposed
-- column: comm_only_pct DOUBLE [% of the span] -- that time
-- column: idle_ns BIGINT [ns] -- neither
-- column: idle_pct DOUBLE [% of the span] -- that time
-- column: comm_kernel_count BIGINT -- kernels that communicate, timed or not
-- column: graph_ns BIGINT [ns] -- of the computation, time of graphs traced as a whole: not known what they did
-- column: exposed_comm_pct DOUBLE [% of the communication's union] -- comm_only_ns; NULL without communication
-- column: unmatched_kernel_count BIGINT -- all other kernels, timed or not, taken for computation
-- column: unmatched_kernel_pct DOUBLE [% of the summed time of all kernels] -- their time; NULL without kernels
-- example: SELECT k.short_name, n.kernel_class, count(*) AS kernels, sum(k.duration_ns)::BIGINT AS sum_ns
--     FROM gpu_kernels AS k JOIN kernel_names AS n ON n.name_id = coalesce(k.kernel_name_id, k.short_name_id)
--     WHERE n.kernel_class <> 'communication' GROUP BY ALL ORDER BY sum_ns DESC, short_name LIMIT 5

SELECT
    gpu_id,
    span_ns,
    compute_only_ns,
    100.0 * compute_only_ns / nullif(span_ns, 0) AS compute_only_pct,
    both_ns,
    100.0 * both_ns / nullif(span_ns, 0) AS both_pct,
    comm_only_ns,
    100.0 * comm_only_ns / nullif(span_ns, 0) AS comm_only_pct,
    idle_ns,
    100.0 * idle_ns / nullif(span_ns, 0) AS idle_pct,
    comm_kernel_count,
    graph_ns,
    exposed_comm_pct,
    unmatched_kernel_count,
    100.0 * unmatched_kernel_ns / nullif(comm_kernel_ns + unmatched_kernel_ns, 0) AS unmatched_kernel_pct
FROM comm_overlap(pattern := $pattern::VARCHAR)
ORDER BY gpu_id
