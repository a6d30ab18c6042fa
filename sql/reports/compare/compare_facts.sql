-- name: compare_facts
-- summary: What compare must know of a trace before it compares: GPUs, versions, whether kernels ran.
-- command: compare
-- needs: gpu_activity, gpus, session, _recorded
-- column: gpu_count BIGINT -- GPUs with timed work
-- column: gpu_models VARCHAR -- their models in order of their ids; NULL where the export does not tell
-- column: gpu_clocks VARCHAR -- their peak clocks in MHz; NULL where the export does not tell
-- column: kernel_count BIGINT -- kernels, as in summarize; NULL: not captured
-- column: whole_graph_count BIGINT -- launches of CUDA graphs traced as a whole, whose kernels are not in the export
-- column: whole_graph_names VARCHAR -- their names, with the ids that the run gave them; NULL if there are none
-- column: timed_count BIGINT -- operations of any kind with usable times
-- column: driver_version VARCHAR -- of the NVIDIA driver; NULL where unknown
-- column: cuda_version VARCHAR -- CUDA version of that driver; NULL where unknown
-- column: nsys_version VARCHAR -- of the nsys that exported
-- column: graph_tracing VARCHAR -- graph, node, none captured; NULL where the export does not tell
-- column: hostname VARCHAR -- name of the machine; NULL where unknown
-- column: start_utc VARCHAR -- begin of the session, UTC; NULL where unknown
-- column: start_utc_ns BIGINT [ns] -- the same since 1970

WITH work AS (
    SELECT
        gpu_id,
        count(*) FILTER (WHERE kind = 'kernel') AS kernel_count,
        count(*) FILTER (WHERE kind = 'graph') AS whole_graph_count,
        count(end_ns) AS timed_count
    FROM gpu_activity
    GROUP BY gpu_id
),

totals AS (
    SELECT
        count(*) FILTER (WHERE w.timed_count > 0) AS gpu_count,
        string_agg(g.gpu_name, ', ' ORDER BY w.gpu_id) FILTER (WHERE w.timed_count > 0) AS gpu_models,
        string_agg((g.clock_hz // 1000000)::VARCHAR, ', ' ORDER BY w.gpu_id)
            FILTER (WHERE w.timed_count > 0) AS gpu_clocks,
        coalesce(sum(w.kernel_count), 0)::BIGINT AS kernel_count,
        coalesce(sum(w.whole_graph_count), 0)::BIGINT AS whole_graph_count,
        coalesce(sum(w.timed_count), 0)::BIGINT AS timed_count
    FROM work AS w
    LEFT JOIN gpus AS g ON g.gpu_id = w.gpu_id
)

SELECT
    t.gpu_count,
    t.gpu_models,
    t.gpu_clocks,
    CASE WHEN r.kernels THEN t.kernel_count END AS kernel_count,
    t.whole_graph_count,
    (SELECT string_agg(DISTINCT name, ',' ORDER BY name) FROM gpu_activity WHERE kind = 'graph') AS whole_graph_names,
    t.timed_count,
    s.driver_version,
    s.cuda_version,
    s.nsys_version,
    s.graph_tracing,
    s.hostname,
    s.start_utc,
    s.start_utc_ns
FROM totals AS t, _recorded AS r, session AS s
