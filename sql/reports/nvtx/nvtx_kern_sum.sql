-- name: nvtx_kern_sum
-- title: NVTX Range Kernel Summary
-- summary: Kernels by the NVTX ranges that they were launched in.
-- description: A kernel is in every range that its launching call lies fully in, on the same
--     thread, not only in the innermost: totals of several names must not be added. A kernel in two
--     nested ranges of one name counts twice in all times, as in nsys, and once in kernels;
--     once=true counts it once. Under a window: the kernels that overlap it, cut to it, in all ranges that launched
--     them, also in those that had ended before. The first rows, without a range, are kernels launched in none, or
--     by no call that the export has.
-- requires: nvtx_events
-- requires: gpu_kernels
-- requires: cuda_api
-- needs: _stddev_of_sums, _nvtx_kernel_lengths, whole._labelled_ranges, strings, name_of, process_of, thread_of
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its
--     parameters, without, or as the compiler made it; the first where the export has no such
-- param: once BOOLEAN = FALSE -- a kernel in nested ranges of one name counts once, and not for
--     each of them as in nsys
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of names, so that step 1 and step 2 are step #
-- param: open_ranges VARCHAR = 'clip' of clip|exclude -- ranges still open when the capture
--     stopped: end them at the last time of any NVTX range or mark, as nsys does, or leave them out
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
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
-- column: stddev_ns DOUBLE [ns] -- standard deviation of the sample; 0 for one, NULL where one took over 19 hours
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

WITH lengths AS MATERIALIZED (
    SELECT *, CASE WHEN $once THEN kernels ELSE times END AS weight
    FROM _nvtx_kernel_lengths($open_ranges, $strip_ids::BOOLEAN, $name_kind)
),

totals AS MATERIALIZED (
    SELECT
        label_id,
        global_tid,
        name_id,
        sum(kernels)::BIGINT AS kernels,
        sum(ranges)::BIGINT AS ranges,
        sum(CASE WHEN duration_ns IS NOT NULL THEN weight END)::BIGINT AS timed,
        sum(duration_ns * weight)::BIGINT AS total_ns,
        -- squares of more than 19 hours might not fit
        CASE
            WHEN max(duration_ns) < 70368744177664
                THEN sum(CASE WHEN duration_ns < 70368744177664 THEN duration_ns::HUGEINT * duration_ns * weight END)
        END AS squares,
        min(duration_ns) AS min_ns,
        max(duration_ns) AS max_ns
    FROM lengths
    GROUP BY label_id, global_tid, name_id
),

ordered AS (
    SELECT
        *,
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
        ) / 2 AS med_ns
    FROM ordered AS o
    INNER JOIN totals AS t
        ON
            t.label_id IS NOT DISTINCT FROM o.label_id
            AND t.global_tid IS NOT DISTINCT FROM o.global_tid
            AND t.name_id IS NOT DISTINCT FROM o.name_id
    GROUP BY o.label_id, o.global_tid, o.name_id
)

SELECT
    l.range_name,
    l.style,
    process_of(t.global_tid) AS pid,
    thread_of(t.global_tid) AS tid,
    t.ranges,
    t.kernels,
    t.total_ns,
    t.total_ns::DOUBLE / t.timed AS avg_ns,
    s.med_ns,
    t.min_ns,
    t.max_ns,
    _stddev_of_sums(t.timed, t.total_ns, t.squares) AS stddev_ns,
    name_of(n.text, t.name_id) AS kernel_name
FROM totals AS t
LEFT JOIN strings AS n ON n.string_id = t.name_id
LEFT JOIN whole._labelled_ranges($open_ranges, $strip_ids::BOOLEAN) AS l ON l.event_id = t.label_id
LEFT JOIN spread AS s
    ON
        s.label_id IS NOT DISTINCT FROM t.label_id
        AND s.global_tid IS NOT DISTINCT FROM t.global_tid
        AND s.name_id IS NOT DISTINCT FROM t.name_id
ORDER BY
    l.range_name NULLS FIRST,
    pid NULLS FIRST,
    tid NULLS FIRST,
    t.total_ns DESC,
    kernel_name,
    l.style
LIMIT nullif($rows, 0)
