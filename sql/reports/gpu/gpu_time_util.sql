-- name: gpu_time_util
-- title: GPU Time Utilization
-- summary: Stretches of time in which a GPU was at work less than a share of the time.
-- description: The time from a GPU's first to its last work is cut into chunks of one length;
--     neighbours below the threshold are one row. in_use_pct is of the row's duration. Work that
--     runs at once counts once, so it is at most 100; measure=sum adds it up, as nsys does. Advice:
--     where a GPU works little, launch larger or fewer pieces of work, use more streams or a CUDA
--     graph, and take the host's waits apart. Time of the profiler counts as work, as in nsys.
--     Beyond nsys, whole graphs and decompressions are work and other processes fill a GPU;
--     scope=process looks at each process by itself.
-- requires: gpu_activity
-- needs: _lean_ops, _rule_places, _rule_work
-- param: rows INTEGER = 50 all -1 -- rows to return; -1 for all
-- param: threshold INTEGER = 50 -- per cent; chunks that are in use less are shown
-- param: chunks INTEGER = 30 -- chunks of a GPU's time, 1 to 1000
-- param: measure VARCHAR = 'union' of union|sum -- time with any work, or the sum of the works'
--     times
-- param: scope VARCHAR = 'gpu' of gpu|process -- GPUs, or devices as one process uses them
-- param: overhead VARCHAR = 'busy' of busy|idle -- what time of the profiler counts as
-- column: row BIGINT -- rank
-- column: in_use_pct DOUBLE [% of the row's duration] -- how much of it the GPU was at work
-- column: duration_ns BIGINT [ns] -- length of the stretch
-- column: start_ns BIGINT [ns] -- begin of the stretch
-- column: pid BIGINT -- process; NULL where several use the GPU
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: context_id BIGINT -- CUDA context; NULL where there are several
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- nsys: "Row#" row int
-- nsys: "In-Use (%)" in_use_pct ratio
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "Start (ns)" start_ns ts
-- nsys: "PID" pid int
-- nsys: "Device ID" device_id int
-- nsys: "Context ID" context_id int
-- example: SELECT gpu_id, sum(duration_ns) AS busy_ns FROM gpu_busy GROUP BY ALL ORDER BY ALL

WITH _ops AS MATERIALIZED (
    SELECT gpu_id, start_ns, end_ns, pid, device_id, context_id
    FROM _lean_ops
    WHERE end_ns IS NOT NULL
),

_places AS MATERIALIZED (
    SELECT * FROM _rule_places('_ops', $scope)
),

windows AS MATERIALIZED (
    SELECT
        place,
        any_value(gpu_id) AS gpu_id,
        min(start_ns) AS start_ns,
        max(end_ns) AS end_ns,
        -- whole nanoseconds, rounded up
        (max(end_ns) - min(start_ns) + least(greatest($chunks, 1), 1000) - 1)
        // least(greatest($chunks, 1), 1000) AS chunk_ns,
        CASE WHEN min(pid) = max(pid) THEN min(pid) END AS pid,
        CASE WHEN min(device_id) = max(device_id) THEN min(device_id) END AS device_id,
        CASE WHEN min(first_context_id) = max(last_context_id) THEN min(first_context_id) END AS context_id
    FROM _places
    GROUP BY place
    HAVING max(end_ns) > min(start_ns)
),

-- how far the work that began before reaches: only what lies beyond is in use longer
swept AS (
    SELECT
        place,
        start_ns,
        end_ns,
        max(end_ns) OVER (
            PARTITION BY place ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns
    FROM _rule_work('_ops', '_places', $overhead)
),

added AS (
    SELECT
        place,
        CASE $measure WHEN 'sum' THEN start_ns ELSE greatest(start_ns, reached_ns) END AS start_ns,
        end_ns
    FROM swept
),

-- pieces with the same first and last chunk
alike AS (
    SELECT
        w.place,
        w.chunk_ns,
        (a.start_ns - w.start_ns) // w.chunk_ns AS first_chunk,
        (a.end_ns - 1 - w.start_ns) // w.chunk_ns AS last_chunk,
        count(*)::HUGEINT AS piece_count,
        sum(a.start_ns - w.start_ns) AS starts_ns,
        sum(a.end_ns - w.start_ns) AS ends_ns
    FROM added AS a
    INNER JOIN windows AS w ON w.place = a.place
    WHERE a.end_ns > a.start_ns
    GROUP BY ALL
),

used AS (
    SELECT
        place,
        chunk,
        sum(
            CASE chunk WHEN last_chunk THEN ends_ns ELSE piece_count * (chunk + 1) * chunk_ns END
            - CASE chunk WHEN first_chunk THEN starts_ns ELSE piece_count * chunk * chunk_ns END
        )::BIGINT AS used_ns
    FROM (SELECT *, unnest(range(first_chunk, last_chunk + 1)) AS chunk FROM alike)
    GROUP BY place, chunk
),

all_chunks AS (
    SELECT
        place,
        chunk,
        start_ns + chunk * chunk_ns AS start_ns,
        least(start_ns + (chunk + 1) * chunk_ns, end_ns) AS end_ns
    FROM (
        SELECT
            *,
            unnest(range(0, least(greatest($chunks, 1), 1000)::BIGINT)) AS chunk
        FROM windows
    )
    WHERE start_ns + chunk * chunk_ns < end_ns
),

low AS (
    SELECT
        c.*,
        coalesce(u.used_ns, 0) AS used_ns,
        c.chunk - row_number() OVER (PARTITION BY c.place ORDER BY c.chunk) AS stretch
    FROM all_chunks AS c
    LEFT JOIN used AS u ON u.place = c.place AND u.chunk = c.chunk
    WHERE 100.0 * coalesce(u.used_ns, 0) / (c.end_ns - c.start_ns) < $threshold
),

stretches AS (
    SELECT
        place,
        min(start_ns) AS start_ns,
        (max(end_ns) - min(start_ns)) AS duration_ns,
        100::DOUBLE * sum(used_ns) / (max(end_ns) - min(start_ns)) AS in_use_pct
    FROM low
    GROUP BY place, stretch
),

ranked AS (
    SELECT
        s.*,
        w.gpu_id,
        w.pid,
        w.device_id,
        w.context_id,
        row_number() OVER (
            ORDER BY round(s.in_use_pct, 1), s.duration_ns, s.start_ns, s.place
        ) AS rank
    FROM stretches AS s
    INNER JOIN windows AS w ON w.place = s.place
)

SELECT
    rank AS row,
    in_use_pct,
    duration_ns,
    start_ns,
    pid,
    device_id,
    context_id,
    gpu_id
FROM ranked
WHERE $rows <= 0 OR rank <= $rows
ORDER BY row
