-- name: perfetto_tracks
-- summary: The tracks of a drawing, each after the one that it lies in.
-- description: Below a process its GPUs and their streams, and its threads with their calls and NVTX ranges;
--     rows of one stream or thread have one name. A counter for each GPU beside the processes.
-- command: perfetto
-- needs: _timeline_work, _timeline_calls, _timeline_ranges, processes, threads, _track_id
-- needs: _timeline_os_calls if os_runtime
-- param: os_runtime BOOLEAN = FALSE -- also calls into the operating system's libraries
-- column: track_id UBIGINT -- the track
-- column: parent_id UBIGINT -- the track that it lies in; NULL for none
-- column: kind VARCHAR -- process, thread, counter, or slices
-- column: name VARCHAR -- what it is called
-- column: pid BIGINT -- process id; NULL for a counter, or where the export does not tell
-- column: tid BIGINT -- thread id of a thread
-- column: place BIGINT -- order among its siblings

WITH streams AS (
    SELECT DISTINCT pid, gpu_id, context_id, stream_id, place FROM _timeline_work
),

contexts_of AS (
    SELECT pid, gpu_id, count(DISTINCT context_id) AS context_count FROM streams GROUP BY pid, gpu_id
),

calls AS (
    SELECT DISTINCT pid, tid, global_tid, place FROM _timeline_calls
),

ranges AS (
    SELECT DISTINCT pid, tid, global_tid, domain_id, domain, is_loose, place FROM _timeline_ranges
),

{% if 'os_runtime' in shape.asked %}
os_calls AS (
    SELECT DISTINCT pid, tid, global_tid, place FROM _timeline_os_calls
),

{% endif %}
active_threads AS (
    SELECT pid, tid, global_tid FROM calls
    UNION
    SELECT pid, tid, global_tid FROM ranges
    {% if 'os_runtime' in shape.asked %}
    UNION
    SELECT pid, tid, global_tid FROM os_calls
    {% endif %}
),

active AS (
    SELECT pid FROM streams
    UNION
    SELECT pid FROM active_threads
),

named AS (
    SELECT pid, min(process_name) AS process_name FROM processes GROUP BY pid
),

tracks AS (
    SELECT
        1 AS level,
        _track_id('process', a.pid, NULL, NULL, NULL, 0) AS track_id,
        NULL AS parent_id,
        'process' AS kind,
        coalesce(n.process_name, 'process ' || a.pid, 'unknown process') AS name,
        a.pid,
        NULL AS tid,
        0 AS place
    FROM active AS a
    LEFT JOIN named AS n ON n.pid = a.pid
    UNION ALL
    SELECT DISTINCT
        1,
        _track_id('busy', NULL, gpu_id, NULL, NULL, 0),
        NULL,
        'counter',
        coalesce('GPU ' || gpu_id, 'unknown GPU') || ' busy',
        NULL,
        NULL,
        coalesce(gpu_id, 0)
    FROM streams
    UNION ALL
    SELECT DISTINCT
        2,
        _track_id('gpu', pid, gpu_id, NULL, NULL, 0),
        _track_id('process', pid, NULL, NULL, NULL, 0),
        'slices',
        coalesce('GPU ' || gpu_id, 'unknown GPU'),
        pid,
        NULL,
        coalesce(gpu_id, 0)
    FROM streams
    UNION ALL
    SELECT
        3,
        _track_id('stream', s.pid, s.gpu_id, s.context_id, s.stream_id, s.place),
        _track_id('gpu', s.pid, s.gpu_id, NULL, NULL, 0),
        'slices',
        coalesce('Stream ' || s.stream_id, 'unknown stream')
        || CASE WHEN c.context_count > 1 THEN coalesce(', context ' || s.context_id, '') ELSE '' END,
        s.pid,
        NULL,
        dense_rank() OVER (PARTITION BY s.pid, s.gpu_id ORDER BY s.context_id, s.stream_id)
    FROM streams AS s
    INNER JOIN contexts_of AS c ON c.pid IS NOT DISTINCT FROM s.pid AND c.gpu_id IS NOT DISTINCT FROM s.gpu_id
    UNION ALL
    SELECT
        2,
        _track_id('thread', a.global_tid, NULL, NULL, NULL, 0),
        _track_id('process', a.pid, NULL, NULL, NULL, 0),
        'thread',
        coalesce(t.thread_name, 'thread ' || a.tid, 'unknown thread'),
        a.pid,
        a.tid,
        1000 + dense_rank() OVER (PARTITION BY a.pid ORDER BY a.tid, a.global_tid)
    FROM active_threads AS a
    LEFT JOIN threads AS t ON t.global_tid = a.global_tid
    UNION ALL
    SELECT
        3,
        CASE
            WHEN is_loose THEN _track_id('loose', global_tid, domain_id, NULL, NULL, place)
            ELSE _track_id('nvtx', global_tid, domain_id, NULL, NULL, 0)
        END,
        _track_id('thread', global_tid, NULL, NULL, NULL, 0),
        'slices',
        CASE WHEN is_loose THEN 'NVTX, not nested' ELSE 'NVTX' END
        || CASE WHEN domain_id <> 0 THEN ', ' || domain ELSE '' END,
        pid,
        tid,
        dense_rank() OVER (PARTITION BY global_tid ORDER BY domain_id, is_loose)
    FROM ranges
    UNION ALL
    SELECT
        3,
        _track_id('api', global_tid, NULL, NULL, NULL, place),
        _track_id('thread', global_tid, NULL, NULL, NULL, 0),
        'slices',
        'CUDA API',
        pid,
        tid,
        1000
    FROM calls
    {% if 'os_runtime' in shape.asked %}
    UNION ALL
    SELECT
        3,
        _track_id('os', global_tid, NULL, NULL, NULL, place),
        _track_id('thread', global_tid, NULL, NULL, NULL, 0),
        'slices',
        'OS runtime',
        pid,
        tid,
        1001
    FROM os_calls
    {% endif %}
)

SELECT track_id, parent_id, kind, name, pid, tid, place::BIGINT AS place
FROM tracks
WHERE $os_runtime::BOOLEAN IS NOT NULL
ORDER BY level, pid, place, name, tid, track_id
