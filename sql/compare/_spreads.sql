-- name: _spreads
-- summary: Every figure of each side: the median of its traces, their mean and their spread.
-- description: The spread is from the least to the most; of five and more traces without the least and the
--     most. One trace has none. Where a trace lacks the figure, the side lacks it.
-- needs: _figures_by_trace
-- column: side VARCHAR -- base or new
-- column: section VARCHAR -- as in kernels, api, idle
-- column: gpu_id BIGINT -- the GPU; NULL for a figure of all together
-- column: name VARCHAR -- what the figure is of
-- column: figure VARCHAR -- as in total_ns
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: trace_count BIGINT -- traces of the side
-- column: median BIGINT -- median of the traces; of two in the middle their mean, rounded down
-- column: mean DOUBLE -- mean of the traces: means add up, medians do not
-- column: low BIGINT -- begin of the spread; NULL for one trace
-- column: high BIGINT -- end of the spread; NULL for one trace
-- column: is_there BOOLEAN -- whether some trace of the side has the name

WITH listed AS (
    SELECT
        side, section, gpu_id, name, figure, unit,
        count(*) AS trace_count,
        bool_or(is_there) AS is_there,
        list_sort(CASE WHEN count(value) = count(*) THEN list(value) END) AS sorted
    FROM _figures_by_trace
    GROUP BY side, section, gpu_id, name, figure, unit
)

SELECT
    side, section, gpu_id, name, figure, unit, trace_count,
    (sorted[(trace_count + 1) // 2] + sorted[(trace_count + 2) // 2]) // 2 AS median,
    list_avg(sorted) AS mean,
    CASE WHEN trace_count >= 5 THEN sorted[2] WHEN trace_count > 1 THEN sorted[1] END AS low,
    CASE WHEN trace_count >= 5 THEN sorted[-2] WHEN trace_count > 1 THEN sorted[-1] END AS high,
    is_there
FROM listed
