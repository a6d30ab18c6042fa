-- name: _idle_gaps
-- summary: The gaps between a GPU's busy islands, with the call that ended each: gpu_idle without names.
-- description: One sort of the device work finds the gaps, and the operation after each. Where several
--     begin there at once, the one launched first counts.
-- needs: gpu_activity, _op_rows, _devices, process_of, _launching_calls, _only_process, _blocking_time,
--     _thread_innermost
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: api_event_id BIGINT -- the call that launched the operation after; NULL for none
-- column: api_name_id BIGINT -- string id of its name
-- column: api_start_ns BIGINT [ns] -- its begin
-- column: blocked_ns BIGINT [ns] -- time of the gap that the launching thread spent in blocking calls
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range open there in the middle of the gap; NULL for none

WITH ops AS (
    {% if shape.windowed or shape.one_gpu %}
    SELECT gpu_id, start_ns, end_ns, kind, event_id, global_pid, correlation_id
    FROM gpu_activity
    {% else %}
    SELECT
        coalesce(d.gpu_id, o.device_id) AS gpu_id, o.start_ns, o.end_ns, o.kind, o.event_id, o.global_pid,
        o.correlation_id
    FROM _op_rows AS o
    LEFT JOIN _devices AS d ON d.pid = process_of(o.global_pid) AND d.device_id = o.device_id
    {% endif %}
),

swept AS (
    SELECT
        *,
        max(end_ns) OVER (
            PARTITION BY gpu_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns,
        lead(start_ns) OVER (PARTITION BY gpu_id ORDER BY start_ns) AS next_ns
    FROM ops
    WHERE end_ns >= start_ns
),

opened AS MATERIALIZED (
    SELECT
        gpu_id, reached_ns AS start_ns, start_ns AS end_ns, global_pid, correlation_id,
        coalesce(next_ns = start_ns, FALSE) AS is_shared
    FROM swept
    WHERE start_ns > reached_ns
),

shared AS (
    SELECT o.gpu_id, o.start_ns, o.end_ns, w.kind, w.event_id, w.global_pid, w.correlation_id
    FROM ops AS w
    INNER JOIN (FROM opened WHERE is_shared) AS o
        ON o.gpu_id IS NOT DISTINCT FROM w.gpu_id AND o.end_ns = w.start_ns
    WHERE w.end_ns >= w.start_ns
),

candidates AS (
    SELECT gpu_id, start_ns, end_ns, NULL::VARCHAR AS kind, NULL::BIGINT AS event_id, global_pid, correlation_id
    FROM opened
    WHERE NOT is_shared
    UNION ALL
    FROM shared
),

called AS MATERIALIZED (
    SELECT
        g.gpu_id, g.start_ns, g.end_ns, g.kind, g.event_id, c.api_event_id, c.api_name_id, c.api_start_ns,
        c.api_end_ns, c.global_tid
    FROM candidates AS g
    CROSS JOIN _only_process AS p
    LEFT JOIN _launching_calls AS c
        ON c.caller_pid = coalesce(g.global_pid, p.global_pid) AND c.correlation_id = g.correlation_id
),

afters AS (
    FROM called WHERE kind IS NULL
    UNION ALL
    FROM called
    WHERE kind IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY gpu_id, start_ns
        ORDER BY api_start_ns NULLS LAST, kind, event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

blocking AS MATERIALIZED (
    SELECT global_tid, start_ns, end_ns, before_ns FROM _blocking_time
),

blocked AS (
    SELECT
        a.*,
        CASE
            WHEN a.global_tid IS NOT NULL THEN
                coalesce(e.before_ns + least(a.end_ns, e.end_ns) - e.start_ns, 0)
                - coalesce(s.before_ns + least(a.start_ns, s.end_ns) - s.start_ns, 0)
        END AS blocked_ns
    FROM afters AS a
    ASOF LEFT JOIN blocking AS s ON s.global_tid = a.global_tid AND a.start_ns >= s.start_ns
    ASOF LEFT JOIN blocking AS e ON e.global_tid = a.global_tid AND a.end_ns >= e.start_ns
)

SELECT
    b.gpu_id,
    b.start_ns,
    b.end_ns,
    CASE
        WHEN b.api_end_ns IS NULL THEN 'unknown'
        WHEN b.api_end_ns <= b.start_ns THEN 'queued'
        WHEN 2 * b.blocked_ns >= b.end_ns - b.start_ns THEN 'sync'
        ELSE 'launch'
    END AS cause,
    b.api_event_id,
    b.api_name_id,
    b.api_start_ns,
    b.blocked_ns,
    b.global_tid,
    i.event_id AS range_id
FROM blocked AS b
ASOF LEFT JOIN _thread_innermost AS i
    ON i.global_tid = b.global_tid AND b.start_ns + (b.end_ns - b.start_ns) // 2 >= i.at_ns
