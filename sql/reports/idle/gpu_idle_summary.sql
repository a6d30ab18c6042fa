-- name: gpu_idle_summary
-- title: GPU Idle Time by Cause, Activity and NVTX Range
-- summary: Idle time of each GPU by cause, by what the launching thread did, and by the NVTX range that it was in.
-- description: Idle is the time between two operations of a GPU in which none runs; the rows of a GPU add up to it.
--     Cause and activity are those of gpu_idle and idle_parts. The cause is of a whole gap, from the call that
--     launched the operation after it: 'sync', blocking calls cover at least half of the gap; 'launch', the
--     launch came late; 'queued', the work was launched before the gap began; 'unknown', no such call in the
--     export. Activity and range are of the parts of a gap, cut where calls and ranges of the launching thread begin
--     and end: 'sync', 'blocking copy', 'allocation', 'launch' and 'other call' are the CUDA calls that it was in,
--     'operating system' and 'profiler overhead' say so, 'code' is none of these, and 'queued' is the time after
--     the launch. drained_ns is the share of gaps that began while the thread waited in a synchronize call or a
--     blocking copy: the queue had run empty, and whatever came then was late. A gap with parts in several rows
--     is counted in each; median and maximum are of its time in the row.
-- requires: gpu_activity
-- needs: _idle_gaps, _idle_parts, _call_activities, _nvtx_range_rows, fold_ids
-- param: by_range BOOLEAN = TRUE -- split by NVTX range
-- param: by_activity BOOLEAN = TRUE -- split by what the launching thread did
-- param: by_cause BOOLEAN = TRUE -- split by cause
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of range names, so that step 1 and step 2 are step #
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: cause VARCHAR -- sync, launch, queued or unknown; NULL where not split by cause
-- column: range_name VARCHAR -- text of the range; NULL for no range, and where not split by range
-- column: gap_count BIGINT -- gaps with time in the row
-- column: idle_ns BIGINT [ns] -- time of these gaps in the row
-- column: idle_pct DOUBLE [% of the GPU's idle time] -- that time
-- column: median_ns DOUBLE [ns] -- median time of a gap in the row
-- column: max_ns BIGINT [ns] -- longest
-- column: blocked_ns BIGINT [ns] -- of idle_ns, time in blocking calls of the launching threads, where split by
--     activity or range before the launch; NULL: no call known
-- column: activity VARCHAR -- what the launching thread did; NULL where not split by activity
-- column: drained_ns BIGINT [ns] -- of idle_ns, time of gaps that began while the launching thread waited in a
--     synchronize call or a blocking copy; NULL where split neither by activity nor by range, and no call known
-- example: SELECT activity, range_name, sum(duration_ns) AS idle_ns FROM idle_parts GROUP BY ALL ORDER BY idle_ns DESC

-- parts are grouped by a number of the text
WITH texts AS MATERIALIZED (
    SELECT event_id, text, dense_rank() OVER (ORDER BY text) AS text_number
    FROM (
        SELECT event_id, CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(text) ELSE text END AS text
        FROM _nvtx_range_rows
        WHERE $by_range::BOOLEAN
    )
),

pieces AS (
{% if 'by_range' in shape.asked or 'by_activity' in shape.asked %}
    SELECT
        p.gpu_id,
        p.gap_start_ns,
        p.end_ns - p.start_ns AS duration_ns,
        p.cause,
        p.activity,
        t.text_number,
        CASE
            WHEN p.activity IN ('sync', 'blocking copy') OR (p.activity = 'allocation' AND c.is_blocking)
                THEN p.end_ns - p.start_ns
            WHEN p.activity <> 'unknown' THEN 0
        END AS blocked_ns,
        CASE WHEN p.drained_id IS NOT NULL THEN p.end_ns - p.start_ns WHEN p.activity <> 'unknown' THEN 0 END
            AS drained_ns,
        p.start_ns = p.gap_start_ns AND p.end_ns = p.gap_end_ns AS is_whole
    FROM _idle_parts AS p
    LEFT JOIN texts AS t ON t.event_id = p.range_id
    LEFT JOIN _call_activities AS c ON c.string_id = p.api_name_id
{% else %}
    SELECT
        gpu_id, start_ns AS gap_start_ns, end_ns - start_ns AS duration_ns, cause, NULL::VARCHAR AS activity,
        NULL::BIGINT AS text_number, blocked_ns, NULL::BIGINT AS drained_ns, TRUE AS is_whole
    FROM _idle_gaps
{% endif %}
),

kept AS MATERIALIZED (
    SELECT
        * REPLACE (
            {{ 'cause' if 'by_cause' in shape.asked else 'NULL::VARCHAR' }} AS cause,
            {{ 'activity' if 'by_activity' in shape.asked else 'NULL::VARCHAR' }} AS activity
        )
    FROM pieces
),

-- each gap once in a row; most have one part
per_gap AS (
    SELECT gpu_id, cause, activity, text_number, duration_ns, blocked_ns, drained_ns FROM kept WHERE is_whole
    UNION ALL
    SELECT
        gpu_id,
        cause,
        activity,
        text_number,
        sum(duration_ns)::BIGINT,
        sum(blocked_ns)::BIGINT,
        sum(drained_ns)::BIGINT
    FROM kept
    WHERE NOT is_whole
    GROUP BY gpu_id, cause, activity, text_number, gap_start_ns
),

grouped AS (
    SELECT
        gpu_id,
        cause,
        activity,
        text_number,
        count(*) AS gap_count,
        sum(duration_ns)::BIGINT AS idle_ns,
        median(duration_ns)::DOUBLE AS median_ns,
        max(duration_ns) AS max_ns,
        sum(blocked_ns)::BIGINT AS blocked_ns,
        sum(drained_ns)::BIGINT AS drained_ns
    FROM per_gap
    GROUP BY gpu_id, cause, activity, text_number
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
        row_number() OVER (
            ORDER BY idle_ns DESC, gpu_id, cause, activity, range_name NULLS FIRST
        ) AS place
    FROM named
)

SELECT
    gpu_id, cause, range_name, gap_count, idle_ns, idle_pct, median_ns, max_ns, blocked_ns, activity, drained_ns
FROM shared
WHERE $rows::INTEGER = 0 OR place <= $rows::INTEGER
ORDER BY gpu_id, idle_ns DESC, cause, activity, range_name NULLS FIRST
