-- name: capture_facts
-- summary: How the trace came to be: nsys, machine, GPUs, processes, CUDA graph tracing.
-- command: html
-- description: One row a fact, for people to read. GPUs are those of the machine, whether they worked or
--     not; of the processes those with events come first, the 20 first are listed.
-- needs: _counted, session, gpus, processes, gpu_activity
-- column: rank BIGINT -- order in which to tell
-- column: topic VARCHAR -- what the fact is about
-- column: fact VARCHAR -- the fact; NULL where the export does not tell

WITH work AS (
    SELECT gpu_id, count(*) AS work_count FROM gpu_activity GROUP BY gpu_id
),

graphs AS (
    SELECT
        count(*) FILTER (WHERE kind = 'graph') AS graph_count,
        count(*) FILTER (WHERE graph_node_id IS NOT NULL) AS node_count
    FROM gpu_activity
),

process_work AS (
    SELECT
        pid,
        count(*) AS work_count,
        string_agg(DISTINCT gpu_id::VARCHAR, ', ' ORDER BY gpu_id::VARCHAR) AS gpu_ids
    FROM gpu_activity
    GROUP BY pid
),

ranked_processes AS (
    SELECT
        p.pid,
        p.process_name,
        p.rank,
        coalesce(w.work_count, 0) AS work_count,
        w.gpu_ids,
        row_number() OVER (
            ORDER BY coalesce(w.work_count, 0) DESC, p.pid, p.process_name, p.rank
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS place
    FROM processes AS p
    LEFT JOIN process_work AS w ON w.pid = p.pid
),

facts AS (
    SELECT
        1 AS rank,
        'Exported by' AS topic,
        'nsys ' || nsys_version || coalesce(', schema ' || schema_version, '') AS fact,
        '' AS tie
    FROM session
    UNION ALL
    SELECT 2, 'Captured', replace(left(start_utc, 19), 'T', ' ') || ' UTC', '' FROM session
    UNION ALL
    SELECT 3, 'Length of the session', format('{:.3f} s', duration_ns / 1e9), '' FROM session
    UNION ALL
    SELECT 4, 'Machine', hostname, '' FROM session
    UNION ALL
    SELECT
        5,
        'Driver',
        driver_version || coalesce(', CUDA ' || cuda_version, ''),
        ''
    FROM session
    UNION ALL
    SELECT
        6,
        'CUDA graph tracing',
        CASE
            WHEN s.graph_tracing = 'none captured' THEN 'no graph ran'
            WHEN g.graph_count + g.node_count = 0 THEN s.graph_tracing || ', but no graph ran'
            WHEN s.graph_tracing = 'graph' THEN 'graph: each graph as a whole, its kernels not seen'
            WHEN s.graph_tracing = 'node' THEN 'node: every kernel of a graph by itself'
            ELSE s.graph_tracing
        END,
        ''
    FROM session AS s, graphs AS g
    UNION ALL
    SELECT
        7,
        'GPU ' || g.gpu_id,
        concat_ws(
            ', ',
            g.gpu_name,
            g.sm_count || ' SMs',
            format('{:.1f} GB', g.memory_bytes / 1e9),
            format('{:.0f} GB/s', nullif(g.bandwidth, 0) / 1e9),
            _counted(coalesce(w.work_count, 0), 'operation')
        ),
        format('{:010d}', g.gpu_id)
    FROM gpus AS g
    LEFT JOIN work AS w ON w.gpu_id = g.gpu_id
    UNION ALL
    SELECT
        8,
        'Process ' || pid,
        concat_ws(
            ', ',
            process_name,
            'rank ' || rank,
            CASE
                WHEN work_count > 0
                    THEN _counted(work_count, 'operation') || ' on GPU ' || coalesce(gpu_ids, 'unknown')
                ELSE 'no GPU operation'
            END
        ),
        format('{:010d}', place)
    FROM ranked_processes
    WHERE place <= 20
    UNION ALL
    SELECT 9, 'More processes', format('not listed: {:,}', count(*) - 20), ''
    FROM ranked_processes
    HAVING count(*) > 20
)

SELECT row_number() OVER (ORDER BY rank, tie, fact) AS rank, topic, fact
FROM facts
ORDER BY rank
