-- summary: What to say where one side traced CUDA graphs as a whole and the other did not; else no row.
-- description: The kernels inside a graph that was traced as a whole are not in the export, so that nothing can be
--     said of how many kernels ran, or of how long each took.
-- needs: compared_traces, _counted
-- column: reason VARCHAR -- a sentence

WITH sides AS (
    SELECT
        max(whole_graph_count) FILTER (WHERE side = 'base') AS base_count,
        max(whole_graph_count) FILTER (WHERE side = 'new') AS new_count
    FROM compared_traces
)

SELECT
    CASE WHEN base_count > 0 THEN 'BASE' ELSE 'NEW' END
    || ' has ' || _counted(greatest(base_count, new_count), 'graph launch')
    || ' traced as a whole, whose kernels are not in the export: kernels are not compared' AS reason
FROM sides
WHERE (base_count > 0) <> (new_count > 0)
