-- name: gpu_idle_summary
-- title: GPU Idle Time by Cause and NVTX Range
-- summary: Idle time of each GPU by cause and by the NVTX range that the launching thread was in.
-- description: Idle is the time between two operations of a GPU in which none runs; the rows of a GPU
--     add up to it. The cause is told from the call that launched the operation after the gap: 'sync',
--     blocking calls cover at least half of the gap; 'launch', the launch came too late; 'queued', the
--     work was launched before the gap began; 'unknown', no such call in the export. The range is the
--     innermost one open on the launching thread in the middle of the gap, NULL for none.
-- requires: gpu_activity
-- needs: _idle_gaps, _nvtx_range_rows, fold_ids
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

-- gaps are grouped by a number of the text
WITH texts AS MATERIALIZED (
    SELECT event_id, text, dense_rank() OVER (ORDER BY text) AS text_number
    FROM (
        SELECT event_id, CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(text) ELSE text END AS text
        FROM _nvtx_range_rows
        WHERE $by_range::BOOLEAN
    )
),

grouped AS (
    SELECT
        g.gpu_id,
        g.cause,
        t.text_number,
        count(*) AS gap_count,
        sum(g.end_ns - g.start_ns)::BIGINT AS idle_ns,
        median(g.end_ns - g.start_ns)::DOUBLE AS median_ns,
        max(g.end_ns - g.start_ns) AS max_ns,
        sum(g.blocked_ns)::BIGINT AS blocked_ns
    FROM _idle_gaps AS g
    LEFT JOIN texts AS t ON t.event_id = g.range_id
    GROUP BY g.gpu_id, g.cause, t.text_number
),

named AS (
    SELECT g.*, t.range_name
    FROM grouped AS g
    LEFT JOIN (SELECT text_number, any_value(text) AS range_name FROM texts GROUP BY text_number) AS t
        ON t.text_number = g.text_number
),

shared AS (
    SELECT
        *,
        100.0 * idle_ns / nullif(sum(idle_ns) OVER (PARTITION BY gpu_id), 0) AS idle_pct,
        row_number() OVER (ORDER BY idle_ns DESC, gpu_id, cause, range_name NULLS FIRST) AS place
    FROM named
)

SELECT gpu_id, cause, range_name, gap_count, idle_ns, idle_pct, median_ns, max_ns, blocked_ns
FROM shared
WHERE $rows::INTEGER = 0 OR place <= $rows::INTEGER
ORDER BY gpu_id, idle_ns DESC, cause, range_name NULLS FIRST
