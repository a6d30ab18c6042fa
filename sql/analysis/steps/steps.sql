-- name: steps
-- summary: The steps of the program, one row each: training iterations, decode steps.
-- description: step_anchors says what was taken for a step. A capture without a loop is one step, from the start of
--     its first device work to the end of its last, with the anchor 'none'. Figures per step are of steady steps:
--     not of those before the first that lasts 0.75 to 1.25 times the median (longer: warm-up; shorter: as where the host
--     still runs ahead while the queue fills), those in which a CUDA graph is
--     captured or instantiated, modules are loaded, the profiler starts or stops, and not of one that the capture's
--     end cuts. Under a window: the steps that overlap it, times not cut.
-- window: keep start_ns end_ns
-- keep: budgets and findings read it
-- needs: _loops, step_anchors, _op_rows, _call_rows, strings
-- column: step_id BIGINT -- number of the step in the trace, from 0 in order of time
-- column: step_index BIGINT -- number of the step in its process, from 0 in order of time
-- column: step_name VARCHAR -- the NVTX text; NULL where device work marks the steps
-- column: anchor VARCHAR -- pattern, marker, nvtx, graph, collectives, kernels or none
-- column: global_tid BIGINT -- thread that marks the steps; NULL where device work does
-- column: global_pid BIGINT -- process of the steps; NULL for all
-- column: start_ns BIGINT [ns] -- start of the step
-- column: end_ns BIGINT [ns] -- end of the step
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: is_steady BOOLEAN -- figures per step count it
-- column: excluded_because VARCHAR -- why not; NULL for a steady one
-- example: SELECT step_index, duration_ns, excluded_because FROM steps ORDER BY step_id

WITH chosen AS (
    SELECT l.*
    FROM _loops AS l
    SEMI JOIN (FROM step_anchors WHERE is_chosen) AS a
        ON a.anchor = l.anchor AND a.global_pid IS NOT DISTINCT FROM l.global_pid
),

lasts AS (
    SELECT global_pid, max(end_ns) AS last_ns FROM _op_rows GROUP BY global_pid
),

found AS MATERIALIZED (
    SELECT
        c.step_name,
        c.anchor,
        c.global_tid,
        c.global_pid,
        c.start_ns,
        coalesce(c.end_ns, greatest(l.last_ns, c.start_ns)) AS end_ns,
        c.end_ns IS NULL AS is_cut
    FROM chosen AS c
    LEFT JOIN lasts AS l ON l.global_pid IS NOT DISTINCT FROM c.global_pid
    UNION ALL
    SELECT NULL, 'none', NULL, NULL, min(start_ns), max(end_ns), FALSE
    FROM _op_rows
    WHERE end_ns IS NOT NULL AND NOT EXISTS (FROM chosen)
    HAVING count(*) > 0
),

reasons AS MATERIALIZED (
    SELECT
        string_id,
        CASE
            WHEN regexp_matches(text, '^cu(da)?Profiler(Start|Stop)') THEN 'the profiler starts or stops in it'
            WHEN regexp_matches(text, '^cu(da)?(StreamBeginCapture|GraphInstantiate)')
                THEN 'a CUDA graph is captured in it'
            WHEN regexp_matches(text, '^cu(da)?(ModuleLoad|LibraryLoad)') THEN 'modules are loaded in it'
        END AS reason
    FROM strings
    WHERE regexp_matches(text, '^cu(da)?(Profiler(Start|Stop)|StreamBeginCapture|GraphInstantiate|ModuleLoad|LibraryLoad)')
),

disturbed AS (
    SELECT f.global_pid, f.start_ns, min(r.reason) AS reason
    FROM (
        SELECT c.global_pid, c.start_ns AS at_ns, c.api_name_id
        FROM _call_rows AS c
        SEMI JOIN reasons AS r ON r.string_id = c.api_name_id
    ) AS c
    INNER JOIN reasons AS r ON r.string_id = c.api_name_id
    ASOF INNER JOIN (FROM found WHERE anchor <> 'none') AS f
        ON f.global_pid = c.global_pid AND c.at_ns >= f.start_ns
    WHERE c.at_ns < f.end_ns
    GROUP BY f.global_pid, f.start_ns
),

measured AS (
    SELECT
        f.*,
        d.reason,
        count(*) OVER of_process AS step_count,
        median(f.end_ns - f.start_ns) OVER of_process AS median_ns
    FROM found AS f
    LEFT JOIN disturbed AS d ON d.global_pid IS NOT DISTINCT FROM f.global_pid AND d.start_ns = f.start_ns
    WINDOW of_process AS (PARTITION BY f.global_pid)
),

-- warm-up is what comes before the first step of a usual length
warmed AS (
    SELECT
        *,
        sum((f.end_ns - f.start_ns BETWEEN 0.75 * f.median_ns AND 1.25 * f.median_ns)::INTEGER) OVER (
            PARTITION BY f.global_pid ORDER BY f.start_ns, f.end_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS usual_count
    FROM measured AS f
),

judged AS (
    SELECT
        *,
        CASE
            WHEN is_cut THEN 'cut by the end of the capture'
            WHEN reason IS NOT NULL THEN reason
            WHEN step_count >= 4 AND usual_count = 0 AND end_ns - start_ns < median_ns
                THEN 'shorter than usual, at the start'
            WHEN step_count >= 4 AND usual_count = 0 THEN 'warm-up'
        END AS excluded_because
    FROM warmed
)

SELECT
    row_number() OVER (ORDER BY start_ns, global_pid, end_ns) - 1 AS step_id,
    row_number() OVER (PARTITION BY global_pid ORDER BY start_ns, end_ns) - 1 AS step_index,
    step_name,
    anchor,
    global_tid,
    global_pid,
    start_ns,
    end_ns,
    end_ns - start_ns AS duration_ns,
    excluded_because IS NULL AS is_steady,
    excluded_because
FROM judged
