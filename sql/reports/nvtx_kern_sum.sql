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
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of names, so that step 1 and step 2 are step #
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

WITH RECURSIVE labelled AS MATERIALIZED (
    SELECT
        event_id,
        end_ns,
        is_open,
        dense_rank() OVER (ORDER BY range_name, style) AS label_id,
        range_name,
        style
    FROM _labelled_ranges($open_ranges, $strip_ids::BOOLEAN)
    WHERE end_tid IS NULL
),

only_caller AS (
    SELECT CASE WHEN min(caller_pid) = max(caller_pid) THEN min(caller_pid) END AS caller_pid
    FROM _launched_calls
),

kernels AS MATERIALIZED (
    SELECT
        k.duration_ns,
        dense_rank() OVER (ORDER BY k.kernel_name) AS name_id,
        k.kernel_name,
        c.api_event_id,
        c.global_tid
    FROM _named_kernels($name_kind) AS k
    CROSS JOIN only_caller AS o
    LEFT JOIN _launched_calls AS c
        ON
            c.caller_pid = coalesce(k.global_pid, o.caller_pid)
            AND c.correlation_id = k.correlation_id
),

-- the innermost ranges of each call
owned AS MATERIALIZED (
    SELECT c.api_event_id, c.range_id
    FROM (
        FROM _nvtx_calls
        UNION ALL
        FROM _start_end_calls
    ) AS c
    INNER JOIN labelled AS l ON l.event_id = c.range_id
    WHERE NOT l.is_open OR c.api_end_ns <= l.end_ns
),

climb AS MATERIALIZED (
    SELECT n.event_id, n.parent_id
    FROM _nvtx_nesting AS n
    INNER JOIN labelled AS l ON l.event_id = n.parent_id
    WHERE n.is_stacked AND NOT n.is_tangled
),

-- the names around each innermost range, and around each call
around AS (
    SELECT DISTINCT range_id AS inner_id, range_id
    FROM owned
    UNION ALL
    SELECT a.inner_id, n.parent_id
    FROM around AS a
    INNER JOIN climb AS n ON n.event_id = a.range_id
),

stacks AS (
    SELECT a.inner_id, list(l.label_id ORDER BY l.label_id) AS labels
    FROM around AS a
    INNER JOIN labelled AS l ON l.event_id = a.range_id
    GROUP BY a.inner_id
),

stack_ids AS MATERIALIZED (
    SELECT inner_id, labels, min(inner_id) OVER (PARTITION BY labels) AS stack_id
    FROM stacks
),

call_stacks AS MATERIALIZED (
    SELECT o.api_event_id, list(i.stack_id ORDER BY i.stack_id) AS stack
    FROM owned AS o
    INNER JOIN stack_ids AS i ON i.inner_id = o.range_id
    GROUP BY o.api_event_id
),

-- kernels of one name, length and stack of names: few rows, however many kernels
alike AS MATERIALIZED (
    SELECT s.stack, k.global_tid, k.name_id, k.duration_ns, count(*) AS kernels
    FROM kernels AS k
    LEFT JOIN call_stacks AS s ON s.api_event_id = k.api_event_id
    GROUP BY ALL
),

stack_labels AS (
    SELECT c.stack, l.label_id, count(*) AS times
    FROM (SELECT DISTINCT stack FROM alike WHERE stack IS NOT NULL) AS c
    CROSS JOIN unnest(c.stack) AS s (stack_id)
    INNER JOIN stack_ids AS i ON i.inner_id = s.stack_id
    CROSS JOIN unnest(i.labels) AS l (label_id)
    GROUP BY ALL
),

lengths AS MATERIALIZED (
    SELECT
        l.label_id,
        a.global_tid,
        a.name_id,
        a.duration_ns,
        sum(a.kernels)::BIGINT AS kernels,
        sum(a.kernels * CASE WHEN $once THEN 1 ELSE l.times END)::BIGINT AS weight
    FROM alike AS a
    INNER JOIN stack_labels AS l ON l.stack = a.stack
    GROUP BY ALL
    UNION ALL
    SELECT NULL, global_tid, name_id, duration_ns, sum(kernels)::BIGINT, sum(kernels)::BIGINT
    FROM alike
    WHERE stack IS NULL
    GROUP BY ALL
),

totals AS (
    SELECT
        label_id,
        global_tid,
        name_id,
        sum(kernels)::BIGINT AS kernels,
        sum(CASE WHEN duration_ns IS NOT NULL THEN weight END)::BIGINT AS timed,
        sum(duration_ns * weight)::BIGINT AS total_ns,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns
    FROM lengths
    GROUP BY label_id, global_tid, name_id
),

ordered AS (
    SELECT
        label_id,
        global_tid,
        name_id,
        duration_ns,
        weight,
        sum(weight) OVER (
            PARTITION BY label_id, global_tid, name_id
            ORDER BY duration_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS reached
    FROM lengths
    WHERE duration_ns IS NOT NULL
),

spread AS (
    SELECT
        o.label_id,
        o.global_tid,
        o.name_id,
        -- of an even number the mean of the two in the middle
        (
            min(CASE WHEN 2 * o.reached >= t.timed THEN o.duration_ns END)
            + min(CASE WHEN 2 * o.reached > t.timed THEN o.duration_ns END)
        ) / 2 AS med_ns,
        sqrt(
            sum(o.weight * (o.duration_ns - t.total_ns::DOUBLE / t.timed) ** 2)
            / greatest(any_value(t.timed) - 1, 1)
        ) AS stddev_ns
    FROM ordered AS o
    INNER JOIN totals AS t
        ON
            t.label_id IS NOT DISTINCT FROM o.label_id
            AND t.global_tid IS NOT DISTINCT FROM o.global_tid
            AND t.name_id = o.name_id
    GROUP BY o.label_id, o.global_tid, o.name_id
),

-- each name of a kernel once per range, from the innermost upwards
holding AS (
    SELECT o.range_id, k.name_id, k.global_tid
    FROM owned AS o
    INNER JOIN kernels AS k ON k.api_event_id = o.api_event_id
    UNION
    SELECT n.parent_id, h.name_id, h.global_tid
    FROM holding AS h
    INNER JOIN climb AS n ON n.event_id = h.range_id
),

holders AS (
    SELECT l.label_id, h.global_tid, h.name_id, count(*) AS ranges
    FROM holding AS h
    INNER JOIN labelled AS l ON l.event_id = h.range_id
    GROUP BY ALL
)

SELECT
    l.range_name,
    l.style,
    process_of(t.global_tid) AS pid,
    thread_of(t.global_tid) AS tid,
    coalesce(h.ranges, 0) AS ranges,
    t.kernels,
    t.total_ns,
    t.total_ns::DOUBLE / t.timed AS avg_ns,
    s.med_ns,
    t.min_ns,
    t.max_ns,
    s.stddev_ns,
    n.kernel_name
FROM totals AS t
INNER JOIN (SELECT DISTINCT name_id, kernel_name FROM kernels) AS n ON n.name_id = t.name_id
LEFT JOIN (SELECT DISTINCT label_id, range_name, style FROM labelled) AS l
    ON l.label_id = t.label_id
LEFT JOIN holders AS h
    ON h.label_id = t.label_id AND h.global_tid = t.global_tid AND h.name_id = t.name_id
LEFT JOIN spread AS s
    ON
        s.label_id IS NOT DISTINCT FROM t.label_id
        AND s.global_tid IS NOT DISTINCT FROM t.global_tid
        AND s.name_id = t.name_id
ORDER BY
    l.range_name NULLS FIRST,
    pid NULLS FIRST,
    tid NULLS FIRST,
    t.total_ns DESC,
    n.kernel_name,
    l.style
LIMIT nullif($rows, 0)
