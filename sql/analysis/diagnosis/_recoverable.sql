-- name: _recoverable
-- summary: What each cause of lost time would give back per steady step, at most, for each GPU.
-- description: Where no step is steady, of all steps; of five and more that a thread marks without the
--     first and the last. Waiting for a late rank is imbalance, so that communication counts
--     as the GPU that waits least has it.
-- needs: steps, step_budget, _starved_pieces, _compute_gaps, _gpu_steps, _budget_ops, gpu_memcpy, _kernels, _devices, gpus
-- needs: _communication_names, strings, name_of, _thread_innermost, _nvtx_range_rows
-- column: kind VARCHAR -- the finding's kind
-- column: gpu_id BIGINT -- the GPU
-- column: range_name VARCHAR -- the NVTX range with most of it; NULL where unknown
-- column: kernel_name VARCHAR -- the kernel; NULL for several
-- column: recoverable_ns BIGINT [ns] -- time of a step; NULL where the trace does not say
-- column: step_ns BIGINT [ns] -- mean length of the steps
-- column: n BIGINT -- steps that were counted
-- column: share_pct DOUBLE [% of compute] -- of a dominant kernel: its share of the kernels' summed time

WITH chosen AS (
    SELECT
        b.*,
        s.global_tid IS NOT NULL AS is_marked,
        count(*) OVER of_gpu AS n,
        row_number() OVER (of_gpu ORDER BY b.step_id) AS place
    FROM step_budget AS b
    INNER JOIN steps AS s ON s.step_id = b.step_id
    WHERE b.is_steady OR NOT EXISTS (FROM _gpu_steps WHERE is_steady)
    WINDOW of_gpu AS (PARTITION BY b.gpu_id)
),

-- the device is behind the thread that marks the steps: the first and the last have a part of their work only
budget AS MATERIALIZED (
    SELECT * EXCLUDE (is_marked, n, place)
    FROM chosen
    WHERE NOT is_marked OR n < 5 OR place NOT IN (1, n)
),

gpus_of_steps AS MATERIALIZED (
    SELECT
        gpu_id,
        count(*) AS n,
        avg(step_ns)::BIGINT AS step_ns,
        avg(compute_ns)::BIGINT AS compute_ns,
        avg(communication_only_ns)::BIGINT AS communication_only_ns,
        avg(blocking_ns - blocking_communication_ns)::BIGINT AS blocking_copy_ns,
        avg(blocking_communication_ns)::BIGINT AS blocking_communication_ns
    FROM budget
    GROUP BY gpu_id
),

counted AS MATERIALIZED (
    SELECT s.*
    FROM _gpu_steps AS s
    SEMI JOIN budget AS b ON b.step_id = s.step_id AND b.gpu_id = s.gpu_id
),

pieces AS MATERIALIZED (
    SELECT p.*
    FROM _starved_pieces AS p
    SEMI JOIN counted AS c ON c.step_id = p.step_id AND c.gpu_id = p.gpu_id
),

starved AS (
    SELECT
        gpu_id,
        sum(overhead_ns) AS overhead_ns,
        sum(alloc_ns) AS alloc_ns,
        sum(copy_ns + CASE WHEN is_copying THEN rest_ns + latency_ns ELSE 0 END) AS copy_ns,
        sum(os_ns) AS os_ns,
        sum(CASE WHEN is_drained OR is_copying THEN 0 ELSE rest_ns + latency_ns END) AS late_ns,
        least(sum(CASE WHEN is_drained THEN rest_ns + latency_ns ELSE 0 END), sum(waited_ns)) AS drained_ns
    FROM pieces
    GROUP BY gpu_id
),

-- in which range the thread was in the middle of each piece
ranges AS (
    SELECT p.gpu_id, p.is_drained, r.text AS range_name, sum(p.rest_ns) AS rest_ns
    FROM pieces AS p
    ASOF INNER JOIN _thread_innermost AS i
        ON i.global_tid = p.global_tid AND p.start_ns + (p.end_ns - p.start_ns) // 2 >= i.at_ns
    INNER JOIN _nvtx_range_rows AS r ON r.event_id = i.event_id
    GROUP BY p.gpu_id, p.is_drained, r.text
),

worst_ranges AS (
    SELECT gpu_id, is_drained, arg_max(range_name, (rest_ns, range_name)) AS range_name
    FROM ranges
    GROUP BY gpu_id, is_drained
),

same_stream AS (
    SELECT c.gpu_id, sum(least(g.producer_end_ns, c.end_ns) - greatest(g.start_ns, g.issued_ns, c.start_ns)) AS same_ns
    FROM counted AS c
    INNER JOIN (
        FROM _compute_gaps WHERE producer_part = 'communication' AND has_same_stream AND producer_end_ns > issued_ns
    ) AS g
        ON
            (g.gpu_id - c.gpu_id) = 0
            AND greatest(g.start_ns, g.issued_ns) < c.end_ns
            AND c.start_ns < g.producer_end_ns
    GROUP BY c.gpu_id
),

pageable AS (
    SELECT
        coalesce(m.gpu_id, -1) AS gpu_id,
        sum(CASE WHEN m.src_kind = 'Pageable' OR m.dst_kind = 'Pageable' THEN m.duration_ns ELSE 0 END)
        / nullif(sum(m.duration_ns), 0) AS share
    FROM gpu_memcpy AS m
    ASOF INNER JOIN counted AS c ON c.gpu_id = coalesce(m.gpu_id, -1) AND m.start_ns >= c.start_ns
    WHERE m.start_ns < c.end_ns
    GROUP BY coalesce(m.gpu_id, -1)
),

kernel_steps AS MATERIALIZED (
    SELECT o.gpu_id, o.name, c.step_id, sum(o.end_ns - o.start_ns) AS sum_ns
    FROM (FROM _budget_ops WHERE part = 'compute') AS o
    ASOF INNER JOIN counted AS c ON c.gpu_id = o.gpu_id AND o.start_ns >= c.start_ns
    WHERE o.start_ns < c.end_ns
    GROUP BY o.gpu_id, o.name, c.step_id
),

kernel_places AS (
    SELECT
        *,
        ntile(3) OVER (PARTITION BY gpu_id, name ORDER BY step_id) AS third,
        count(*) OVER (PARTITION BY gpu_id, name) AS step_count
    FROM kernel_steps
),

drifts AS (
    SELECT
        gpu_id,
        name,
        avg(sum_ns) - min(CASE WHEN third = 1 THEN sum_ns END) AS lost_ns,
        avg(CASE WHEN third = 2 THEN sum_ns END) / nullif(avg(CASE WHEN third = 1 THEN sum_ns END), 0) AS second_ratio,
        avg(CASE WHEN third = 3 THEN sum_ns END) / nullif(avg(CASE WHEN third = 2 THEN sum_ns END), 0) AS third_ratio
    FROM kernel_places
    WHERE step_count >= 6
    GROUP BY gpu_id, name
),

kernel_totals AS (
    SELECT
        gpu_id,
        name,
        sum(sum_ns) AS sum_ns,
        100.0 * sum(sum_ns) / nullif(sum(sum(sum_ns)) OVER (PARTITION BY gpu_id), 0) AS share_pct
    FROM kernel_steps
    GROUP BY gpu_id, name
),

small AS (
    SELECT
        coalesce(d.gpu_id, k.device_id, -1) AS gpu_id,
        k.short_name_id,
        k.start_ns,
        k.duration_ns * (1 - k.grid_x * k.grid_y * k.grid_z / g.sm_count) AS lost_ns
    FROM _kernels AS k
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    INNER JOIN gpus AS g ON g.gpu_id = coalesce(d.gpu_id, k.device_id)
    WHERE
        2 * k.grid_x * k.grid_y * k.grid_z <= g.sm_count
        AND k.duration_ns >= 10000
        AND k.short_name_id NOT IN (SELECT string_id FROM _communication_names)
),

small_names AS (
    SELECT s.gpu_id, s.short_name_id, sum(s.lost_ns) AS lost_ns
    FROM small AS s
    ASOF INNER JOIN counted AS c ON c.gpu_id = s.gpu_id AND s.start_ns >= c.start_ns
    WHERE s.start_ns < c.end_ns
    GROUP BY s.gpu_id, s.short_name_id
),

small_grids AS (
    SELECT gpu_id, sum(lost_ns) AS lost_ns, arg_max(short_name_id, lost_ns) AS short_name_id
    FROM small_names
    GROUP BY gpu_id
),

communicating AS MATERIALIZED (
    SELECT
        g.*,
        coalesce(s.same_ns, 0) / g.n AS same_ns,
        avg(g.compute_ns) OVER () AS mean_compute_ns,
        count(*) OVER () AS gpu_count
    FROM gpus_of_steps AS g
    LEFT JOIN same_stream AS s ON s.gpu_id = g.gpu_id
    WHERE g.gpu_id IN (SELECT gpu_id FROM _budget_ops WHERE part = 'communication')
),

found AS (
    SELECT kind, g.gpu_id, range_name, NULL::VARCHAR AS kernel_name, lost_ns / g.n AS recoverable_ns, NULL::DOUBLE AS share_pct
    FROM gpus_of_steps AS g
    INNER JOIN (
        SELECT 'launch_bound' AS kind, s.gpu_id, late_ns AS lost_ns, w.range_name
        FROM starved AS s
        LEFT JOIN worst_ranges AS w ON w.gpu_id = s.gpu_id AND NOT w.is_drained
        UNION ALL
        SELECT 'queue_drained', s.gpu_id, drained_ns, w.range_name
        FROM starved AS s
        LEFT JOIN worst_ranges AS w ON w.gpu_id = s.gpu_id AND w.is_drained
        UNION ALL
        SELECT 'allocation_in_loop', gpu_id, alloc_ns, NULL FROM starved
        UNION ALL
        SELECT 'os_blocking', gpu_id, os_ns, NULL FROM starved
        UNION ALL
        SELECT 'profiler_overhead', gpu_id, overhead_ns, NULL FROM starved
    ) AS s ON s.gpu_id = g.gpu_id
    UNION ALL
    SELECT 'pageable_copy', g.gpu_id, NULL, NULL, p.share * (coalesce(s.copy_ns, 0) / g.n + g.blocking_copy_ns), NULL
    FROM gpus_of_steps AS g
    INNER JOIN pageable AS p ON p.gpu_id = g.gpu_id
    LEFT JOIN starved AS s ON s.gpu_id = g.gpu_id
    UNION ALL
    SELECT
        'exposed_copy', g.gpu_id, NULL, NULL,
        (1 - coalesce(p.share, 0)) * (coalesce(s.copy_ns, 0) / g.n + g.blocking_copy_ns), NULL
    FROM gpus_of_steps AS g
    LEFT JOIN starved AS s ON s.gpu_id = g.gpu_id
    LEFT JOIN pageable AS p ON p.gpu_id = g.gpu_id
    UNION ALL
    SELECT kind, gpu_id, NULL, NULL, lost_ns, NULL
    FROM (
        SELECT
            gpu_id,
            unnest(['same_stream', 'blocking_communication', 'exposed_communication']) AS kind,
            unnest([
                same_ns,
                blocking_communication_ns - same_ns,
                greatest(communication_only_ns - blocking_communication_ns, 0)
            ]) AS lost_ns
        FROM communicating
        QUALIFY row_number() OVER (ORDER BY communication_only_ns, gpu_id) = 1
    )
    UNION ALL
    SELECT
        'gpu_imbalance', gpu_id, NULL, NULL,
        compute_ns - (mean_compute_ns * gpu_count - compute_ns) / nullif(gpu_count - 1, 0), NULL
    FROM communicating
    UNION ALL
    SELECT 'kernel_drift', gpu_id, NULL, arg_max(name, (lost_ns, name)), sum(lost_ns), NULL
    FROM drifts
    WHERE second_ratio * third_ratio >= 1.1 AND second_ratio >= 1.01 AND third_ratio >= 1.01
    GROUP BY gpu_id
    UNION ALL
    SELECT 'small_grid', s.gpu_id, NULL, name_of(t.text, s.short_name_id), s.lost_ns / g.n, NULL
    FROM small_grids AS s
    INNER JOIN gpus_of_steps AS g ON g.gpu_id = s.gpu_id
    LEFT JOIN strings AS t ON t.string_id = s.short_name_id
    UNION ALL
    SELECT 'dominant_kernel', k.gpu_id, NULL, k.name, NULL, k.share_pct
    FROM kernel_totals AS k
    INNER JOIN gpus_of_steps AS g ON g.gpu_id = k.gpu_id
    WHERE k.share_pct >= 50 AND 2 * k.sum_ns >= g.n * g.step_ns
)

SELECT
    f.kind,
    f.gpu_id,
    f.range_name,
    f.kernel_name,
    f.recoverable_ns::BIGINT AS recoverable_ns,
    g.step_ns,
    g.n,
    f.share_pct
FROM found AS f
INNER JOIN gpus_of_steps AS g ON g.gpu_id = f.gpu_id
