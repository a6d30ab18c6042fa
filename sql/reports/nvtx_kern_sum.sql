-- name: nvtx_kern_sum
-- title: NVTX Range Kernel Summary
-- summary: Kernels by the NVTX ranges that they were launched in.
-- description: A kernel is in every range that its launching call lies fully in, on the same
--     thread, not only in the innermost: totals of several names must not be added. A kernel in two
--     nested ranges of one name counts twice in all times, as in nsys, and once in kernels;
--     once=true counts it once. The first rows, without a range, are kernels launched in none, or
--     by no call that the export has.
-- requires: nvtx_events
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: _labelled_ranges, _named_kernels, _launched_calls, _nvtx_calls, _start_end_calls,
--     _nvtx_nesting
-- needs: process_of, thread_of
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its
--     parameters, without, or as the compiler made it; the first where the export has no such
-- param: once BOOLEAN = FALSE -- a kernel in nested ranges of one name counts once, and not for
--     each of them as in nsys
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- param: rows INTEGER = 0 -- rows to return; 0 for all
-- column: range_name VARCHAR -- domain, colon, text; NULL for kernels in no range
-- column: style VARCHAR -- PushPop or StartEnd
-- column: pid BIGINT -- process id; NULL where the export has no launching call
-- column: tid BIGINT -- thread that launched
-- column: ranges BIGINT -- ranges of that name with such kernels
-- column: kernels BIGINT -- kernels
-- column: total_ns BIGINT [ns] -- sum of their times
-- column: avg_ns DOUBLE [ns] -- mean
-- column: med_ns DOUBLE [ns] -- median
-- column: min_ns BIGINT [ns] -- shortest
-- column: max_ns BIGINT [ns] -- longest
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one
-- column: kernel_name VARCHAR -- the kernel
-- nsys: "NVTX Range" range_name text
-- nsys: "Style" style text
-- nsys: "PID" pid int
-- nsys: "TID" tid int
-- nsys: "NVTX Inst" ranges int
-- nsys: "Kern Inst" kernels int
-- nsys: "Total Time (ns)" total_ns dur
-- nsys: "Avg (ns)" avg_ns dur1
-- nsys: "Med (ns)" med_ns dur1
-- nsys: "Min (ns)" min_ns dur
-- nsys: "Max (ns)" max_ns dur
-- nsys: "StdDev (ns)" stddev_ns dur1
-- nsys: "Kernel Name" kernel_name text
-- example: SELECT range_name, short_name, count(*) AS kernels FROM nvtx_kernels WHERE is_innermost
--     GROUP BY ALL ORDER BY ALL

WITH RECURSIVE ranges AS MATERIALIZED (
    SELECT * FROM _labelled_ranges($open_ranges) WHERE end_tid IS NULL
),

labels AS MATERIALIZED (
    SELECT range_name, style, row_number() OVER (ORDER BY range_name, style) AS label_id
    FROM (SELECT DISTINCT range_name, style FROM ranges)
),

labelled AS MATERIALIZED (
    SELECT r.event_id, r.end_ns, r.is_open, l.label_id
    FROM ranges AS r
    INNER JOIN labels AS l ON l.range_name = r.range_name AND l.style = r.style
),

only_caller AS (
    SELECT CASE WHEN min(caller_pid) = max(caller_pid) THEN min(caller_pid) END AS caller_pid
    FROM _launched_calls
),

kernels AS MATERIALIZED (
    SELECT
        k.event_id,
        k.duration_ns,
        k.kernel_name,
        c.api_event_id,
        c.api_end_ns,
        c.global_tid
    FROM _named_kernels($name_kind) AS k
    CROSS JOIN only_caller AS o
    LEFT JOIN _launched_calls AS c
        ON
            c.caller_pid = coalesce(k.global_pid, o.caller_pid)
            AND c.correlation_id = k.correlation_id
),

names AS MATERIALIZED (
    SELECT kernel_name, row_number() OVER (ORDER BY kernel_name) AS name_id
    FROM (SELECT DISTINCT kernel_name FROM kernels)
),

owned AS MATERIALIZED (
    SELECT n.range_id AS inner_id, k.event_id, k.duration_ns, k.global_tid, k.api_end_ns, m.name_id
    FROM (
        SELECT DISTINCT * FROM (FROM _nvtx_calls UNION ALL FROM _start_end_calls)
    ) AS n
    INNER JOIN kernels AS k ON k.api_event_id = n.api_event_id
    INNER JOIN names AS m ON m.kernel_name = k.kernel_name
),

climb AS (
    SELECT event_id, parent_id
    FROM _nvtx_nesting
    WHERE is_stacked AND parent_id IS NOT NULL
),

around AS (
    SELECT DISTINCT inner_id, inner_id AS range_id FROM owned
    UNION ALL
    SELECT a.inner_id, n.parent_id
    FROM around AS a
    INNER JOIN climb AS n ON n.event_id = a.range_id
),

pairs AS (
    SELECT
        l.label_id,
        o.global_tid,
        o.name_id,
        l.event_id AS range_id,
        o.event_id,
        {% if 'once' in shape.asked %}
        -- the time goes to one of the ranges of the name
        CASE
            WHEN
                row_number() OVER (PARTITION BY l.label_id, o.event_id ORDER BY l.event_id) = 1
                AND $once
                THEN o.duration_ns
        END AS duration_ns
        {% else %}
        o.duration_ns
        {% endif %}
    FROM owned AS o
    INNER JOIN around AS a ON a.inner_id = o.inner_id
    INNER JOIN labelled AS l ON l.event_id = a.range_id
    WHERE NOT l.is_open OR o.api_end_ns <= l.end_ns
    UNION ALL
    -- the kernels in no range
    SELECT NULL, k.global_tid, m.name_id, NULL, k.event_id, k.duration_ns
    FROM kernels AS k
    INNER JOIN names AS m ON m.kernel_name = k.kernel_name
    WHERE NOT EXISTS (
        FROM owned AS o
        INNER JOIN around AS a ON a.inner_id = o.inner_id
        INNER JOIN labelled AS l ON l.event_id = a.range_id
        WHERE o.event_id = k.event_id AND (NOT l.is_open OR o.api_end_ns <= l.end_ns)
    )
),

grouped AS (
    SELECT
        label_id,
        global_tid,
        name_id,
        count(DISTINCT range_id) AS ranges,
        count(DISTINCT event_id) AS kernels,
        sum(duration_ns)::BIGINT AS total_ns,
        avg(duration_ns) AS avg_ns,
        median(duration_ns)::DOUBLE AS med_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns,
        CASE WHEN count(duration_ns) > 0 THEN coalesce(stddev_samp(duration_ns), 0) END AS stddev_ns
    FROM pairs
    GROUP BY label_id, global_tid, name_id
)

SELECT
    l.range_name,
    l.style,
    process_of(g.global_tid) AS pid,
    thread_of(g.global_tid) AS tid,
    g.ranges,
    g.kernels,
    g.total_ns,
    g.avg_ns,
    g.med_ns,
    g.min_ns,
    g.max_ns,
    g.stddev_ns,
    n.kernel_name
FROM grouped AS g
INNER JOIN names AS n ON n.name_id = g.name_id
LEFT JOIN labels AS l ON l.label_id = g.label_id
ORDER BY
    l.range_name NULLS FIRST,
    pid NULLS FIRST,
    tid NULLS FIRST,
    g.total_ns DESC,
    n.kernel_name,
    l.style
LIMIT nullif($rows, 0)
