-- name: idle_gaps
-- title: Longest Idle Gaps
-- summary: The longest times in which a GPU had nothing to do, and what stood before, after and around.
-- description: Rows of gpu_idle: gaps between the islands of one GPU's work, longest first; gpu_gaps is
--     the rule of nsys analyze, with its limit of 500 ms. gap_pct of all gaps of a GPU adds up to 100.
--     Gaps of equal length are in order of time.
-- requires: gpu_activity
-- needs: gpu_idle
-- param: rows INTEGER = 20 -- rows to return; 0 for all
-- param: per_gpu INTEGER = 0 -- at most so many gaps of each GPU; 0 for any number
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: rank BIGINT -- place among the GPU's gaps, 1 for the longest
-- column: duration_ns BIGINT [ns] -- length of the gap
-- column: gap_pct DOUBLE [% of the GPU's idle time] -- that length
-- column: cause VARCHAR -- sync, launch, queued or unknown, as gpu_idle tells
-- column: before_name VARCHAR -- the operation that ended where the gap begins
-- column: after_name VARCHAR -- the operation that begins where the gap ends
-- column: api_name VARCHAR -- the call that launched that one; NULL where the export has none
-- column: range_name VARCHAR -- innermost NVTX range of the launching thread in the middle of the gap
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- example: SELECT cause, max(duration_ns) AS longest_ns FROM gpu_idle GROUP BY cause ORDER BY cause

WITH ranked AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY gpu_id ORDER BY duration_ns DESC, start_ns
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS rank,
        sum(duration_ns) OVER (PARTITION BY gpu_id) AS idle_ns
    FROM gpu_idle
)

SELECT
    gpu_id,
    rank,
    duration_ns,
    100.0 * duration_ns / nullif(idle_ns, 0) AS gap_pct,
    cause,
    before_name,
    after_name,
    api_name,
    range_name,
    start_ns,
    end_ns
FROM ranked
WHERE $per_gpu <= 0 OR rank <= $per_gpu
ORDER BY duration_ns DESC, gpu_id, start_ns
LIMIT CASE WHEN $rows > 0 THEN $rows END
