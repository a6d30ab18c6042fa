-- name: comm_overlap_summary
-- title: Communication and Computation
-- summary: Communication and computation per GPU: each alone, both at once, neither.
-- description: From unions of intervals: the four parts add up to the span, and their percentages to
--     100. Which kernels communicate is told by the pattern; all other work computes, but peer-to-peer
--     copies, which communicate. The time of a collective kernel includes its waiting for other ranks.
--     comm_only_ns is what nothing hides: exposed communication. A kernel that the pattern misses counts
--     as computation: where unmatched_kernel_pct is higher than expected, look at the names, and give a
--     pattern of your own.
-- requires: gpu_kernels
-- needs: comm_overlap
-- param: pattern VARCHAR = '(?i)^(void )?(nccl|nvshmem|rccl)|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|deep_?ep|cross_device' -- regular expression for names of kernels that communicate
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
-- column: comm_kernel_count BIGINT -- kernels that match the pattern
-- column: graph_ns BIGINT [ns] -- of the computation, time of graphs traced as a whole: not known what they did
-- column: exposed_comm_pct DOUBLE [% of the communication's union] -- comm_only_ns; NULL without communication
-- column: unmatched_kernel_count BIGINT -- kernels that do not match, all taken for computation
-- column: unmatched_kernel_pct DOUBLE [% of the summed time of all kernels] -- their time; NULL without kernels
-- example: SELECT short_name, count(*) AS kernels, sum(duration_ns)::BIGINT AS sum_ns FROM gpu_kernels
--     WHERE NOT regexp_matches(kernel_name, '(?i)nccl') GROUP BY short_name ORDER BY sum_ns DESC, short_name LIMIT 5

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
