-- name: nvtx_lanes
-- summary: NVTX ranges as a picture of time needs them: the long ones each, the short ones of a bin as one.
-- command: html
-- description: A lane is one level of nesting of one thread and domain; start/end ranges have lanes of
--     their own. The threads whose outermost ranges last longest come first, and of each the outer
--     levels. A range that lasts a bin or longer is a row; shorter ones that begin in the same bin of a
--     lane are one row from the first begin to the last end. The bins divide the time from the first
--     device work or range to the last. An open range goes to the end of that time.
-- requires: nvtx_events
-- needs: nvtx_ranges, gpu_activity, threads, fold_ids
-- param: bins INTEGER = 400 -- number of bins, at least 1
-- param: lanes INTEGER = 12 -- lanes to show
-- column: lane BIGINT -- number of the lane, from 0
-- column: thread VARCHAR -- name and id of the thread
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: style VARCHAR -- push_pop or start_end
-- column: depth BIGINT -- ranges around; 0 for the outermost
-- column: start_ns BIGINT [ns] -- begin
-- column: end_ns BIGINT [ns] -- end
-- column: range_count BIGINT -- ranges in this row
-- column: range_name VARCHAR -- text of the range, or of the longest of them
-- column: folded_name VARCHAR -- the same with digits folded
-- column: is_open BOOLEAN -- still open when the capture stopped

WITH spans AS (
    SELECT min(start_ns) AS first_ns, max(coalesce(end_ns, start_ns)) AS last_ns FROM nvtx_ranges
    UNION ALL
    SELECT min(start_ns), max(end_ns) FROM gpu_activity WHERE end_ns IS NOT NULL
),

span AS (
    SELECT
        min(first_ns) AS first_ns,
        max(last_ns) AS last_ns,
        greatest(max(last_ns) - min(first_ns), 1) AS span_ns,
        greatest($bins::BIGINT, 1) AS bin_count
    FROM spans
),

ranges AS MATERIALIZED (
    SELECT
        r.event_id,
        r.global_tid,
        r.pid,
        r.tid,
        r.domain,
        r.style,
        coalesce(r.depth, 0) AS depth,
        r.start_ns,
        coalesce(r.end_ns, s.last_ns) AS end_ns,
        coalesce(r.end_ns, s.last_ns) - r.start_ns AS duration_ns,
        r.range_name,
        r.end_ns IS NULL AS is_open,
        s.first_ns,
        s.span_ns,
        s.bin_count
    FROM nvtx_ranges AS r
    CROSS JOIN span AS s
    WHERE r.start_ns IS NOT NULL
),

thread_time AS (
    SELECT global_tid, sum(CASE WHEN depth = 0 THEN duration_ns ELSE 0 END) AS outer_ns
    FROM ranges
    GROUP BY global_tid
),

lanes AS (
    SELECT
        r.global_tid,
        r.domain,
        r.style,
        r.depth,
        row_number() OVER (
            ORDER BY t.outer_ns DESC, r.global_tid, r.style, r.domain, r.depth
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) - 1 AS lane
    FROM (SELECT DISTINCT global_tid, domain, style, depth FROM ranges WHERE depth < 5) AS r
    INNER JOIN thread_time AS t ON t.global_tid IS NOT DISTINCT FROM r.global_tid
),

placed AS (
    SELECT
        l.lane,
        r.*,
        CASE
            WHEN r.duration_ns::HUGEINT * r.bin_count < r.span_ns
                THEN ((r.start_ns - r.first_ns)::HUGEINT * r.bin_count // r.span_ns)::BIGINT
        END AS bin
    FROM ranges AS r
    INNER JOIN lanes AS l
        ON
            l.global_tid IS NOT DISTINCT FROM r.global_tid AND l.domain = r.domain
            AND l.style = r.style AND l.depth = r.depth
    WHERE l.lane < $lanes
),

merged AS (
    SELECT
        lane,
        any_value(global_tid) AS global_tid,
        any_value(pid) AS pid,
        any_value(tid) AS tid,
        any_value(domain) AS domain,
        any_value(style) AS style,
        any_value(depth) AS depth,
        min(start_ns) AS start_ns,
        max(end_ns) AS end_ns,
        count(*) AS range_count,
        max(struct_pack(duration_ns := duration_ns, range_name := range_name)).range_name AS range_name,
        bool_or(is_open) AS is_open
    FROM placed
    GROUP BY lane, bin, CASE WHEN bin IS NULL THEN event_id END
),

thread_names AS (
    SELECT global_tid, min(thread_name) AS thread_name FROM threads GROUP BY global_tid
)

SELECT
    m.lane,
    concat_ws(' ', coalesce(n.thread_name, 'thread'), m.tid) AS thread,
    m.domain,
    m.style,
    m.depth,
    m.start_ns,
    m.end_ns,
    m.range_count,
    m.range_name,
    fold_ids(m.range_name) AS folded_name,
    m.is_open
FROM merged AS m
LEFT JOIN thread_names AS n ON n.global_tid = m.global_tid
ORDER BY m.lane, m.start_ns, m.end_ns, m.range_name
