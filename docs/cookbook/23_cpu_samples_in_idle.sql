-- question: What did the CPUs run while no GPU was at work?
-- answer: Samples of the call stack taken between the busy times of all GPUs together, by function on
--     top. `sample_pct` is of the weight of these samples; few samples give a rough picture.

WITH work AS (
    SELECT 0 AS lane, start_ns, end_ns FROM gpu_activity
)

SELECT
    s.tid,
    s.function_name,
    s.module,
    count(*) AS sample_count,
    round(100 * sum(s.weight) / sum(sum(s.weight)) OVER (), 1) AS sample_pct
FROM cpu_samples AS s
ASOF JOIN interval_gaps('work') AS g ON s.start_ns >= g.start_ns
WHERE s.start_ns < g.end_ns
GROUP BY s.tid, s.function_name, s.module
ORDER BY sum(s.weight) DESC, s.tid, s.function_name, s.module
