-- name: gpu_idle_summary
-- title: GPU Idle Time by Cause and NVTX Range
-- summary: Idle time of each GPU by cause and by the NVTX range that the launching thread was in.
-- description: Idle is the time between two operations of a GPU in which none runs; the rows of a GPU
--     add up to it. The cause is told from the call that launched the operation after the gap: 'sync',
--     blocking calls cover at least half of the gap; 'launch', the launch came too late; 'queued', the
--     work was launched before the gap began; 'unknown', no such call in the export. The range is the
--     innermost that was open on the launching thread as the gap began, NULL for none.
-- requires: gpu_activity
-- needs: gpu_idle, fold_ids
-- param: by_range BOOLEAN = TRUE -- split by NVTX range; else by cause alone
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of range names, so that step 1 and step 2 are step #
-- param: rows INTEGER = 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: range_name VARCHAR -- text of the range; NULL for no range, and where not split by range
-- column: gap_count BIGINT -- gaps
-- column: idle_ns BIGINT [ns] -- length of these gaps
-- column: idle_pct DOUBLE [% of the GPU's idle time] -- that length
-- column: median_ns DOUBLE [ns] -- median gap
-- column: max_ns BIGINT [ns] -- longest gap
-- column: blocked_ns BIGINT [ns] -- of idle_ns, time in blocking calls of the launching threads; NULL: no call known
-- example: SELECT gpu_id, start_ns, duration_ns, cause, range_name FROM gpu_idle ORDER BY duration_ns DESC LIMIT 5

WITH gaps AS (
    SELECT
        gpu_id,
        cause,
        CASE
            WHEN NOT $by_range::BOOLEAN THEN NULL
            WHEN $strip_ids::BOOLEAN THEN fold_ids(range_name)
            ELSE range_name
        END AS range_name,
        duration_ns,
        blocked_ns
    FROM gpu_idle
),

grouped AS (
    SELECT
        gpu_id,
        cause,
        range_name,
        count(*) AS gap_count,
        sum(duration_ns)::BIGINT AS idle_ns,
        median(duration_ns)::DOUBLE AS median_ns,
        max(duration_ns) AS max_ns,
        sum(blocked_ns)::BIGINT AS blocked_ns
    FROM gaps
    GROUP BY gpu_id, cause, range_name
),

shared AS (
    SELECT
        *,
        100.0 * idle_ns / nullif(sum(idle_ns) OVER (PARTITION BY gpu_id), 0) AS idle_pct,
        row_number() OVER (ORDER BY idle_ns DESC, gpu_id, cause, range_name NULLS FIRST) AS place
    FROM grouped
)

SELECT gpu_id, cause, range_name, gap_count, idle_ns, idle_pct, median_ns, max_ns, blocked_ns
FROM shared
WHERE $rows::INTEGER = 0 OR place <= $rows::INTEGER
ORDER BY gpu_id, idle_ns DESC, cause, range_name NULLS FIRST
