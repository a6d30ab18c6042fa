-- question: Which GPU was busier, and with what?
-- answer: `busy_ms` is the union of all work, `kernel_ms` and `copy_ms` the unions of kernels and of
--     copies; they overlap, so the two may add up to more. `busy_pct` is of the GPU's own span.

WITH work AS (
    SELECT {'gpu_id': gpu_id, 'what': unnest(['all', kind])} AS lane, start_ns, end_ns
    FROM gpu_activity
),

busy AS (
    SELECT
        lane.gpu_id AS gpu_id,
        max(end_ns) - min(start_ns) AS span_ns,
        sum(end_ns - start_ns) FILTER (lane.what = 'all') AS busy_ns,
        sum(end_ns - start_ns) FILTER (lane.what = 'kernel') AS kernel_ns,
        sum(end_ns - start_ns) FILTER (lane.what = 'memcpy') AS copy_ns
    FROM interval_union('work')
    GROUP BY lane.gpu_id
)

SELECT
    gpu_id,
    round(span_ns / 1e6, 3) AS span_ms,
    round(busy_ns / 1e6, 3) AS busy_ms,
    round(kernel_ns / 1e6, 3) AS kernel_ms,
    round(copy_ns / 1e6, 3) AS copy_ms,
    round(100 * busy_ns / span_ns, 1) AS busy_pct
FROM busy
ORDER BY gpu_id
