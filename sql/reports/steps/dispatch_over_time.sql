-- name: dispatch_over_time
-- title: Dispatch Steps over Time
-- summary: Steps of an inference server by mode, in each of N equal bins of time.
-- description: A step lasts from one dispatch event of its process to the next and counts in the bin in
--     which it begins; the last one has no end and is left out. The bins divide the time from the first
--     step to the last. Bins without steps of a mode have no row.
-- requires: nvtx_events
-- needs: dispatch_steps
-- param: pattern VARCHAR = '^CG_DISPATCH' -- regular expression for the texts of dispatch events
-- param: bins INTEGER = 200 -- number of bins, at least 1
-- column: mode VARCHAR -- value of mode= in the event's text; NULL for none
-- column: bin BIGINT -- number of the bin, from 0
-- column: start_ns BIGINT [ns] -- begin of the first of these steps
-- column: end_ns BIGINT [ns] -- end of the last of these steps
-- column: step_count BIGINT -- steps that begin in the bin
-- column: duration_median_ns DOUBLE [ns] -- their median duration
-- column: duration_max_ns BIGINT [ns] -- the longest
-- column: busy_sum_ns BIGINT [ns] -- their time with some GPU at work; NULL: no device work captured
-- column: busy_pct DOUBLE [% of the summed duration of these steps] -- busy_sum_ns
-- column: padded_max BIGINT -- largest padded= of their texts; NULL for none
-- example: SELECT mode, start_ns, duration_ns FROM dispatch_steps() ORDER BY start_ns, event_id LIMIT 5

WITH steps AS (
    SELECT
        *,
        min(start_ns) OVER () AS first_ns,
        max(start_ns) OVER () - min(start_ns) OVER () + 1 AS span_ns
    FROM dispatch_steps(pattern := $pattern)
    WHERE end_ns IS NOT NULL
),

binned AS (
    SELECT
        *,
        ((start_ns - first_ns)::HUGEINT * greatest($bins, 1) // span_ns)::BIGINT AS bin
    FROM steps
)

SELECT
    mode,
    bin,
    min(start_ns) AS start_ns,
    max(end_ns) AS end_ns,
    count(*) AS step_count,
    median(duration_ns) AS duration_median_ns,
    max(duration_ns) AS duration_max_ns,
    sum(gpu_busy_ns)::BIGINT AS busy_sum_ns,
    100.0 * sum(gpu_busy_ns) / nullif(sum(duration_ns), 0) AS busy_pct,
    max(padded) AS padded_max
FROM binned
GROUP BY mode, bin
ORDER BY bin, mode
