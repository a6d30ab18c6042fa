-- name: _nvtx_loops
-- summary: Steps as NVTX texts mark them: by the run's own pattern, by known markers, by a text that recurs.
-- description: Of the whole capture, whatever the window. One loop for each process and way: the one that lasts
--     longest among those of the lowest priority. A text that recurs counts from three ranges on that do not overlap,
--     outside the domains of libraries, that last for at least half of the time from the first to the last, and in which
--     most calls that launch work are made.
-- needs: whole.nvtx_events, step_markers, fold_ids, process_of, _launch_times
-- column: anchor VARCHAR -- pattern, marker or nvtx
-- column: rank BIGINT -- 1, 2, 3 in that order
-- column: step_name VARCHAR -- the event's text
-- column: loop_name VARCHAR -- what recurs, numbers folded
-- column: global_tid BIGINT -- the thread that marks the steps
-- column: global_pid BIGINT -- its process
-- column: start_ns BIGINT [ns] -- start of the step
-- column: end_ns BIGINT [ns] -- end of the step; NULL for one that nothing ends

WITH texts AS MATERIALIZED (
    SELECT text, fold_ids(text) AS folded
    FROM (SELECT DISTINCT text FROM whole.nvtx_events WHERE text <> '')
),

-- the framework's own row counts where a general one matches too
known AS (
    SELECT t.text, m.pattern, m.priority, m.opens
    FROM texts AS t
    INNER JOIN step_markers AS m ON regexp_matches(t.text, m.pattern)
    QUALIFY row_number() OVER (
        PARTITION BY t.text ORDER BY m.priority, m.framework, m.pattern
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

ways AS (
    SELECT
        t.text,
        'pattern' AS anchor,
        1 AS rank,
        0 AS priority,
        t.folded AS loop_name,
        FALSE AS opens
    FROM texts AS t
    WHERE
        getvariable('step_pattern') IS NOT NULL
        AND (
            regexp_matches(t.folded, getvariable('step_pattern')::VARCHAR)
            OR regexp_matches(t.text, getvariable('step_pattern')::VARCHAR)
        )
    UNION ALL
    SELECT text, 'marker', 2, priority, fold_ids(regexp_extract(text, pattern)), opens
    FROM known
    UNION ALL
    SELECT t.text, 'nvtx', 3, 0, t.folded, FALSE
    FROM texts AS t
),

events AS MATERIALIZED (
    SELECT event_id, start_ns, end_ns, is_range, text, global_tid, domain
    FROM whole.nvtx_events
    WHERE
        text <> ''
        AND NOT regexp_matches(domain, '(?i)^(nccl|cccl|cub|thrust|cublas|cudnn|cufft|cusparse|cusolver|nvshmem|mpi|ucx|tsl)')
),

marked AS (
    SELECT
        w.anchor,
        w.rank,
        w.priority,
        w.loop_name,
        e.text AS step_name,
        e.global_tid,
        e.start_ns,
        e.end_ns AS range_end_ns,
        w.opens OR NOT e.is_range AS opens
    FROM events AS e
    INNER JOIN ways AS w ON w.text = e.text
    WHERE w.anchor <> 'nvtx' OR e.is_range
),

ended AS (
    SELECT
        *,
        lead(start_ns) OVER of_loop AS next_ns,
        max(range_end_ns) OVER (of_loop ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached_ns
    FROM marked
    WINDOW of_loop AS (PARTITION BY anchor, loop_name, opens, global_tid ORDER BY start_ns, range_end_ns, step_name)
),

loops AS (
    SELECT
        anchor,
        loop_name,
        opens,
        global_tid,
        min(priority) AS priority,
        count(*) AS n,
        coalesce(bool_or(NOT opens AND start_ns < reached_ns), FALSE) AS is_crossing,
        sum(CASE WHEN opens THEN next_ns ELSE range_end_ns END - start_ns) AS lasts_ns,
        max(range_end_ns) - min(start_ns) AS span_ns
    FROM ended
    GROUP BY anchor, loop_name, opens, global_tid
),

-- a text that merely recurs must hold most of what the process launches: tried for the longest of each process
tried AS MATERIALIZED (
    SELECT loop_name, global_tid
    FROM loops
    WHERE anchor = 'nvtx' AND n >= 3 AND NOT is_crossing AND 2 * lasts_ns >= span_ns
    QUALIFY row_number() OVER (
        PARTITION BY process_of(global_tid) ORDER BY lasts_ns DESC NULLS LAST, loop_name, global_tid
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) <= 4
),

tried_ranges AS MATERIALIZED (
    SELECT e.loop_name, e.global_tid, e.start_ns, e.range_end_ns AS end_ns
    FROM ended AS e
    SEMI JOIN tried AS t ON t.loop_name = e.loop_name AND t.global_tid = e.global_tid
    WHERE e.anchor = 'nvtx' AND e.range_end_ns IS NOT NULL
),

launched AS (
    SELECT l.loop_name, l.global_tid, count(CASE WHEN l.at_ns < r.end_ns THEN 1 END) AS inside_count
    FROM (
        SELECT t.loop_name, t.global_tid, a.at_ns
        FROM tried AS t
        INNER JOIN _launch_times AS a ON a.global_tid = t.global_tid
    ) AS l
    ASOF INNER JOIN tried_ranges AS r
        ON r.loop_name = l.loop_name AND r.global_tid = l.global_tid AND l.at_ns >= r.start_ns
    GROUP BY l.loop_name, l.global_tid
),

totals AS (
    SELECT process_of(global_tid) AS pid, count(*) AS launch_count FROM _launch_times GROUP BY pid
),

holding AS (
    SELECT i.loop_name, i.global_tid
    FROM launched AS i
    INNER JOIN totals AS t ON t.pid = process_of(i.global_tid)
    WHERE 2 * i.inside_count > t.launch_count
),

chosen AS (
    SELECT l.anchor, l.loop_name, l.opens, l.global_tid
    FROM loops AS l
    LEFT JOIN holding AS h ON h.loop_name = l.loop_name AND h.global_tid = l.global_tid
    WHERE
        NOT l.is_crossing
        AND CASE
            WHEN l.anchor = 'nvtx' THEN l.n >= 3 AND h.loop_name IS NOT NULL
            ELSE l.n >= 2 OR NOT l.opens
        END
    QUALIFY row_number() OVER (
        PARTITION BY l.anchor, process_of(l.global_tid)
        ORDER BY l.priority, l.lasts_ns DESC NULLS LAST, l.n DESC, l.loop_name, l.global_tid, l.opens
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
)

SELECT
    e.anchor,
    e.rank::BIGINT AS rank,
    e.step_name,
    e.loop_name,
    e.global_tid,
    e.global_tid - e.global_tid % 16777216 AS global_pid,
    e.start_ns,
    CASE WHEN e.opens THEN e.next_ns ELSE e.range_end_ns END AS end_ns
FROM ended AS e
SEMI JOIN chosen AS c
    ON
        c.anchor = e.anchor
        AND c.loop_name = e.loop_name
        AND c.opens = e.opens
        AND c.global_tid IS NOT DISTINCT FROM e.global_tid
