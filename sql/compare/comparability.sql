-- name: comparability
-- summary: Why the two sides, or the traces of one side, cannot be compared; no row where they can.
-- description: A trace with the figures of another, to the nanosecond, is that trace. GPUs of different models
--     or numbers are compared where the run allows it; what is not known is not held against a trace.
-- needs: _counted, compared_traces, compared_figures
-- column: rank INTEGER -- order in which to tell
-- column: reason VARCHAR -- a sentence
-- column: is_allowed BOOLEAN -- whether the run compares nevertheless

WITH traces AS (
    SELECT *, CASE side WHEN 'base' THEN 'BASE' ELSE 'NEW' END || ' (' || file || ')' AS label
    FROM compared_traces
),

prints AS (
    SELECT
        side,
        trace,
        bit_xor(md5_number(concat_ws('|', section, gpu_id, name, figure, coalesce(value::VARCHAR, 'NULL')))) AS print,
        count(*) AS figure_count
    FROM compared_figures
    GROUP BY side, trace
),

pairs AS (
    SELECT
        a.label AS a_label, b.label AS b_label, a.side <> b.side AS are_sides,
        a.gpu_count AS a_gpus, b.gpu_count AS b_gpus,
        a.gpu_models AS a_models, b.gpu_models AS b_models,
        coalesce(a.content_hash = b.content_hash, FALSE) AS has_same_bytes,
        p.print = q.print AND p.figure_count = q.figure_count
        AND a.whole_graph_names IS NOT DISTINCT FROM b.whole_graph_names AS has_same_figures
    FROM traces AS a
    INNER JOIN traces AS b ON (a.side, a.trace) < (b.side, b.trace)
    LEFT JOIN prints AS p ON p.side = a.side AND p.trace = a.trace
    LEFT JOIN prints AS q ON q.side = b.side AND q.trace = b.trace
),

reasons AS (
    SELECT
        1 AS rank,
        label || ' has no kernel table: kernels were not captured' AS reason,
        FALSE AS is_allowed
    FROM traces
    WHERE kernel_count IS NULL AND whole_graph_count = 0
    UNION ALL
    SELECT 1, label || ' has no kernels: nothing was measured', FALSE
    FROM traces
    WHERE kernel_count = 0 AND whole_graph_count = 0
    UNION ALL
    SELECT 1, label || ' has no operation with usable times: nothing was measured', FALSE
    FROM traces
    WHERE kernel_count + whole_graph_count > 0 AND timed_count = 0
    UNION ALL
    SELECT
        2,
        a_label || ' and ' || b_label
        || CASE
            WHEN has_same_bytes THEN ' are the same file, byte by byte'
            ELSE ' have the same figures to the nanosecond: they are one trace'
        END,
        FALSE
    FROM pairs
    WHERE has_same_bytes OR has_same_figures
    UNION ALL
    SELECT
        3,
        a_label || ' has work on ' || _counted(a_gpus, 'GPU') || ', '
        || b_label || ' on ' || b_gpus,
        getvariable('across_gpus')
    FROM pairs
    WHERE a_gpus <> b_gpus AND least(a_gpus, b_gpus) > 0
    UNION ALL
    SELECT
        4,
        a_label || ' ran on ' || a_models || ', ' || b_label || ' on ' || b_models,
        getvariable('across_gpus')
    FROM pairs
    WHERE a_models <> b_models AND a_gpus = b_gpus
)

SELECT rank, reason, is_allowed
FROM reasons
ORDER BY rank, reason
