-- name: _labelled_ranges
-- summary: NVTX ranges under the names and with the ends that nsys stats gives them.
-- needs: nvtx_events, _nvtx_times, fold_ids, _script_version
-- param: open_ranges VARCHAR -- clip or exclude
-- param: strip_ids BOOLEAN -- whether the digits of names are folded
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- its end; for one still open the last time of any range or mark,
--     and not after a window
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: is_open BOOLEAN -- still open when the capture stopped
-- column: style VARCHAR -- PushPop or StartEnd
-- column: range_name VARCHAR -- domain, colon, text; nothing before the colon for one without a
--     name, and no colon either where nsys of the export's time wrote none
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that began the range
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: end_tid BIGINT -- thread that ended it; NULL for the same thread

WITH style AS (
    SELECT
        CASE
            WHEN list_transform(string_split(schema_version, '.'), part -> try_cast(part AS BIGINT)) < [3, 4]
                THEN ''
            ELSE ':'
        END AS unnamed
    FROM _script_version
),

events AS MATERIALIZED (
    SELECT
        event_id,
        start_ns,
        end_ns,
        is_range,
        event_type,
        CASE
            -- [1] stands for a domain that has no name
            WHEN domain_id = 0 OR domain = '[' || domain_id || ']' THEN (SELECT unnamed FROM style)
            ELSE domain || ':'
        END || text AS range_name,
        pid,
        tid,
        global_tid,
        end_tid
    FROM nvtx_events
),

times AS (
    {% if shape.windowed %}
    SELECT least(max(coalesce(end_ns, start_ns)), getvariable('window_to_ns')::BIGINT) AS last_ns FROM _nvtx_times
    {% else %}
    SELECT max(coalesce(end_ns, start_ns)) AS last_ns FROM events
    {% endif %}
)

SELECT
    e.event_id,
    e.start_ns,
    coalesce(e.end_ns, t.last_ns) AS end_ns,
    coalesce(e.end_ns, t.last_ns) - e.start_ns AS duration_ns,
    e.end_ns IS NULL AS is_open,
    CASE WHEN e.event_type IN (59, 70) THEN 'PushPop' ELSE 'StartEnd' END AS style,
    CASE WHEN strip_ids THEN fold_ids(e.range_name) ELSE e.range_name END AS range_name,
    e.pid,
    e.tid,
    e.global_tid,
    e.end_tid
FROM events AS e
CROSS JOIN times AS t
WHERE
    e.is_range
    AND (e.end_ns IS NOT NULL OR (open_ranges = 'clip' AND t.last_ns >= e.start_ns))
