-- name: dispatch_summary
-- title: Dispatch Steps
-- summary: Steps of an inference server by kind of dispatch: duration, GPU busy and idle, padding.
-- description: A step lasts from one dispatch event of a process to the next; the last has no end, is in
--     open_count and in no time. Steps are grouped by the event's text, its numbers folded to # unless
--     asked not to. busy and idle of a step add up to its duration and are of all GPUs together: idle is
--     time in which none was at work; with per_gpu of each GPU in a row of its own. Padding is 100 * (padded - actual) / padded of the summed sizes,
--     of events that tell both, also of the last.
-- requires: nvtx_events
-- needs: dispatch_steps, fold_ids
-- param: pattern VARCHAR = '^CG_DISPATCH' -- regular expression for the texts of dispatch events
-- param: strip_ids BOOLEAN = TRUE -- fold the digits of texts; else a row for each text
-- param: per_gpu BOOLEAN = FALSE -- a row per GPU, of its work alone; else of all GPUs together
-- column: dispatch_name VARCHAR -- text of the events
-- column: mode VARCHAR -- value of mode= in it; NULL for none
-- column: step_count BIGINT -- steps that have an end
-- column: open_count BIGINT -- last steps, which have none
-- column: duration_sum_ns BIGINT [ns] -- summed duration of the steps
-- column: duration_median_ns DOUBLE [ns] -- median step
-- column: duration_p95_ns DOUBLE [ns] -- 95th percentile
-- column: busy_sum_ns BIGINT [ns] -- time of the steps with some GPU at work, for whichever process; NULL: no device work captured
-- column: busy_median_ns DOUBLE [ns] -- median of that time per step
-- column: busy_p95_ns DOUBLE [ns] -- 95th percentile
-- column: busy_pct DOUBLE [% of duration_sum_ns] -- busy_sum_ns
-- column: idle_sum_ns BIGINT [ns] -- time of the steps with no GPU at work; NULL: no device work captured
-- column: idle_median_ns DOUBLE [ns] -- median of that time per step
-- column: idle_p95_ns DOUBLE [ns] -- 95th percentile
-- column: kernel_median DOUBLE -- median count of kernels of the step's own process that began in it; NULL: no kernels captured
-- column: actual_sum BIGINT -- summed actual= of the events that also have padded=
-- column: padded_sum BIGINT -- summed padded= of the same
-- column: padding_pct DOUBLE [% of padded_sum] -- padded less actual; NULL where no event tells
-- column: gpu_id BIGINT -- the GPU that the GPU figures are of; NULL for all together
-- example: SELECT step, mode, duration_ns, gpu_busy_ns FROM dispatch_steps() ORDER BY duration_ns DESC LIMIT 5

WITH steps AS (
    SELECT
        CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(name) ELSE name END AS dispatch_name,
        mode,
        duration_ns,
        gpu_busy_ns AS busy_ns,
        gpu_idle_ns AS idle_ns,
        kernel_count,
        CASE WHEN padded IS NOT NULL THEN actual END AS actual,
        CASE WHEN actual IS NOT NULL THEN padded END AS padded,
        gpu_id
    FROM dispatch_steps(pattern := $pattern::VARCHAR, per_gpu := $per_gpu::BOOLEAN)
)

SELECT
    dispatch_name,
    mode,
    count(duration_ns) AS step_count,
    count(*) - count(duration_ns) AS open_count,
    sum(duration_ns)::BIGINT AS duration_sum_ns,
    median(duration_ns)::DOUBLE AS duration_median_ns,
    quantile_cont(duration_ns, 0.95)::DOUBLE AS duration_p95_ns,
    sum(busy_ns)::BIGINT AS busy_sum_ns,
    median(busy_ns)::DOUBLE AS busy_median_ns,
    quantile_cont(busy_ns, 0.95)::DOUBLE AS busy_p95_ns,
    100.0 * sum(busy_ns) / nullif(sum(duration_ns), 0) AS busy_pct,
    sum(idle_ns)::BIGINT AS idle_sum_ns,
    median(idle_ns)::DOUBLE AS idle_median_ns,
    quantile_cont(idle_ns, 0.95)::DOUBLE AS idle_p95_ns,
    median(kernel_count)::DOUBLE AS kernel_median,
    sum(actual)::BIGINT AS actual_sum,
    sum(padded)::BIGINT AS padded_sum,
    100.0 * (sum(padded) - sum(actual)) / nullif(sum(padded), 0) AS padding_pct,
    gpu_id
FROM steps
GROUP BY dispatch_name, mode, gpu_id
ORDER BY duration_sum_ns DESC NULLS LAST, dispatch_name, mode, gpu_id
