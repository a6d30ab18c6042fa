-- name: hidden_kernels
-- summary: CUDA graphs traced as a whole, whose kernels an export does not have.
-- command: report
-- needs: gpu_graphs
-- column: graph_count BIGINT -- launches of such graphs
-- column: sum_ns BIGINT [ns] -- summed time on the GPU; NULL for none

SELECT
    count(*) AS graph_count,
    sum(duration_ns)::BIGINT AS sum_ns
FROM gpu_graphs
