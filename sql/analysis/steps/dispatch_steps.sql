-- name: dispatch_steps
-- summary: Steps of an inference server: from one dispatch event to the next.
-- description: Dispatch events are NVTX marks and ranges whose text matches the pattern, in order of
--     time per process; a step lasts from one to the next. The last has no end, so that its GPU figures are
--     not known. Of events at one time the last has the step that lasts. The parts
--     key=value of the text, parted by colons, are columns. The GPU figures are of all GPUs together, or of
--     each in a row of its own.
-- needs: nvtx_events, gpu_activity, interval_coverage, _recorded
-- param: pattern VARCHAR = '^CG_DISPATCH' -- regular expression for the texts of dispatch events
-- param: per_gpu BOOLEAN = FALSE -- a row per step and GPU, of its work alone
-- column: event_id BIGINT -- the dispatch event's row in the export's table
-- column: step BIGINT -- number of the step in its process, from 0
-- column: pid BIGINT -- process id
-- column: start_ns BIGINT [ns] -- time of the dispatch event
-- column: end_ns BIGINT [ns] -- time of the next one; NULL for the last
-- column: duration_ns BIGINT [ns] -- end minus start; NULL for the last
-- column: name VARCHAR -- the event's text
-- column: mode VARCHAR -- value of mode=; NULL where the text has none
-- column: actual BIGINT -- value of actual=, as in sequences in the batch
-- column: padded BIGINT -- value of padded=, the size that the step was padded to
-- column: gpu_busy_ns BIGINT [ns] -- time of the step in which any GPU was at work, for whichever process; NULL for the last, and if not captured
-- column: gpu_idle_ns BIGINT [ns] -- the rest of the step: no process had a GPU at work; NULL as gpu_busy_ns
-- column: kernel_count BIGINT -- kernels of the step's own process that began in it; NULL for the last, and if not captured
-- column: gpu_id BIGINT -- the GPU that the GPU figures are of; NULL for all together
-- example: SELECT mode, count(*), median(duration_ns) FROM dispatch_steps() GROUP BY mode ORDER BY mode

WITH steps AS (
    SELECT
        event_id,
        row_number() OVER in_order - 1 AS step,
        pid,
        start_ns,
        lead(start_ns) OVER (PARTITION BY pid ORDER BY start_ns, text, event_id) AS end_ns,
        text AS name
    FROM nvtx_events
    WHERE regexp_matches(text, pattern)
    WINDOW in_order AS (
        PARTITION BY pid ORDER BY start_ns, text, event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
),

_work AS (
    SELECT CASE WHEN per_gpu THEN coalesce(gpu_id, -1) ELSE -1 END AS lane, start_ns, end_ns
    FROM gpu_activity
),

lanes AS (
    SELECT DISTINCT lane FROM _work
    UNION
    SELECT -1 WHERE NOT EXISTS (FROM _work)
),

_points AS (
    SELECT l.lane, s.start_ns AS at_ns FROM steps AS s, lanes AS l
    UNION ALL
    SELECT l.lane, s.end_ns FROM steps AS s, lanes AS l WHERE s.end_ns IS NOT NULL
),

busy AS (
    SELECT lane, at_ns, covered_ns FROM interval_coverage('_work', '_points')
),

kernels AS (
    SELECT k.lane, s.event_id, count(*) AS kernel_count
    FROM (
        SELECT CASE WHEN per_gpu THEN coalesce(gpu_id, -1) ELSE -1 END AS lane, pid, start_ns
        FROM gpu_activity
        WHERE kind = 'kernel' AND end_ns IS NOT NULL
    ) AS k
    ASOF INNER JOIN (FROM steps WHERE end_ns IS NULL OR end_ns > start_ns) AS s
        ON coalesce(k.pid, s.pid) = s.pid AND k.start_ns >= s.start_ns
    GROUP BY k.lane, s.event_id
)

SELECT
    s.event_id,
    s.step,
    s.pid,
    s.start_ns,
    s.end_ns,
    s.end_ns - s.start_ns AS duration_ns,
    s.name,
    nullif(regexp_extract(s.name, '(?:^|[: ,;])mode=([^: ,;]*)', 1), '') AS mode,
    try_cast(regexp_extract(s.name, '(?:^|[: ,;])actual=(\d+)', 1) AS BIGINT) AS actual,
    try_cast(regexp_extract(s.name, '(?:^|[: ,;])padded=(\d+)', 1) AS BIGINT) AS padded,
    CASE WHEN r.device_work THEN e.covered_ns - b.covered_ns END AS gpu_busy_ns,
    CASE WHEN r.device_work THEN s.end_ns - s.start_ns - (e.covered_ns - b.covered_ns) END AS gpu_idle_ns,
    CASE WHEN r.kernels AND s.end_ns IS NOT NULL THEN coalesce(k.kernel_count, 0) END AS kernel_count,
    nullif(l.lane, -1) AS gpu_id
FROM steps AS s
CROSS JOIN lanes AS l
CROSS JOIN _recorded AS r
LEFT JOIN busy AS b ON b.lane = l.lane AND b.at_ns = s.start_ns
LEFT JOIN busy AS e ON e.lane = l.lane AND e.at_ns = s.end_ns
LEFT JOIN kernels AS k ON k.lane = l.lane AND k.event_id = s.event_id
