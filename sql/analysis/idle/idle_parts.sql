-- name: idle_parts
-- summary: Idle time of each GPU, cut where the launching thread changes what it does.
-- description: The gaps of gpu_idle in parts; the parts of a gap follow each other and add up to it. The launching
--     thread is the one whose call launched the operation that ends the gap. A part says what that thread did
--     until the call returned (activity), and in which NVTX range. 'sync': it waited in a synchronize call;
--     'blocking copy': it was in a copy or memset that blocks, since it is not Async or copies from or to pageable
--     memory; 'allocation': it allocated or freed memory; 'launch': it was in the call that ends the gap, or
--     launched other work; 'other call': another CUDA API call; 'operating system': a call of os_runtime, where
--     that was traced; 'profiler overhead': the profiler worked on this thread, which comes before all others;
--     'code': none of these, so its own code. Of calls inside each other the outermost counts. After the call had
--     returned the activity is 'queued': the work was there and the GPU did not run it yet. 'unknown': the
--     export does not have the call, or not its time. The state sums this up: 'launch-starved', the call had not
--     returned; 'turnaround', it had for at most 5 us before the work began, which the hardware takes;
--     'stalled', for longer: the work waited for something else; 'unknown'. gpu_id and gap_start_ns identify the gap, which a window does not cut.
-- needs: _idle_parts, whole.gpu_activity, _only_process, _call_rows, _nvtx_range_rows, whole.cuda_sync, strings, name_of
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- start of the part
-- column: end_ns BIGINT [ns] -- end of the part
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: gap_start_ns BIGINT [ns] -- start of the gap, as in gpu_idle
-- column: gap_end_ns BIGINT [ns] -- end of the gap
-- column: cause VARCHAR -- of the whole gap, as in gpu_idle
-- column: activity VARCHAR -- sync, blocking copy, allocation, launch, other call, operating system, profiler
--     overhead, code, queued or unknown
-- column: state VARCHAR -- launch-starved, turnaround, stalled or unknown
-- column: call_name VARCHAR -- the call or the overhead that the activity is; NULL for code, queued and unknown
-- column: call_id BIGINT -- event_id of the call in cuda_api; NULL if the thread was in none
-- column: waited_for_name VARCHAR -- of a sync or blocking copy: the last operation of the process that ended during the
--     call, for a stream of that stream; NULL if none did, so that there was nothing to wait for
-- column: waited_for_kind VARCHAR -- its kind, as in gpu_activity
-- column: waited_for_id BIGINT -- its event_id in the view of its kind
-- column: drained_by VARCHAR -- the sync or blocking copy that the thread was in where the gap starts: the queue ran
--     empty while it waited; NULL if it was in none
-- column: global_tid BIGINT -- the launching thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range open on that thread, push/pop or start/end: of those open the one
--     begun last; NULL if none is open
-- column: range_name VARCHAR -- its text
-- example: SELECT activity, sum(duration_ns) AS idle_ns FROM idle_parts GROUP BY activity ORDER BY idle_ns DESC

WITH parts AS MATERIALIZED (
    FROM _idle_parts
),

records AS (
    SELECT global_pid, correlation_id, any_value(context_id) AS context_id, any_value(stream_id) AS stream_id
    FROM whole.cuda_sync
    WHERE sync_kind = 'stream' AND correlation_id <> 0
    GROUP BY global_pid, correlation_id
    HAVING count(*) = 1
),

waits AS MATERIALIZED (
    SELECT c.event_id AS call_id, c.start_ns, c.end_ns, c.global_pid, r.context_id, r.stream_id
    FROM _call_rows AS c
    LEFT JOIN records AS r ON r.global_pid = c.global_pid AND r.correlation_id = c.correlation_id
    WHERE c.event_id IN (SELECT call_id FROM parts WHERE activity IN ('sync', 'blocking copy'))
),

-- of several that end together the first by name, kind and row
ops AS MATERIALIZED (
    SELECT
        coalesce(r.global_pid, p.global_pid) AS global_pid,
        r.context_id,
        r.stream_id,
        r.end_ns,
        min({'name': r.name, 'kind': r.kind, 'id': r.event_id}) AS op
    FROM whole.gpu_activity AS r
    CROSS JOIN _only_process AS p
    WHERE r.end_ns >= (SELECT min(start_ns) FROM waits) AND r.end_ns <= (SELECT max(end_ns) FROM waits)
    GROUP BY ALL
),

waited AS (
    SELECT w.call_id, o.op
    FROM (FROM waits WHERE stream_id IS NOT NULL) AS w
    ASOF INNER JOIN ops AS o
        ON
            o.global_pid = w.global_pid
            AND o.context_id = w.context_id
            AND o.stream_id = w.stream_id
            AND w.end_ns >= o.end_ns
    WHERE o.end_ns > w.start_ns
    UNION ALL
    SELECT w.call_id, o.op
    FROM (FROM waits WHERE stream_id IS NULL) AS w
    ASOF INNER JOIN (SELECT global_pid, end_ns, min(op) AS op FROM ops GROUP BY global_pid, end_ns) AS o
        ON o.global_pid = w.global_pid AND w.end_ns >= o.end_ns
    WHERE o.end_ns > w.start_ns
)

SELECT
    p.gpu_id,
    p.start_ns,
    p.end_ns,
    p.end_ns - p.start_ns AS duration_ns,
    p.gap_start_ns,
    p.gap_end_ns,
    p.cause,
    p.activity,
    p.state,
    coalesce(p.host_name, CASE WHEN p.call_id IS NOT NULL THEN name_of(s.text, p.api_name_id) END) AS call_name,
    p.call_id,
    CASE WHEN p.activity IN ('sync', 'blocking copy') THEN w.op.name END AS waited_for_name,
    CASE WHEN p.activity IN ('sync', 'blocking copy') THEN w.op.kind END AS waited_for_kind,
    CASE WHEN p.activity IN ('sync', 'blocking copy') THEN w.op.id END AS waited_for_id,
    CASE WHEN p.drained_id IS NOT NULL THEN name_of(d.text, p.drained_name_id) END AS drained_by,
    p.global_tid,
    p.range_id,
    n.text AS range_name
FROM parts AS p
LEFT JOIN waited AS w ON w.call_id = p.call_id
LEFT JOIN strings AS s ON s.string_id = p.api_name_id
LEFT JOIN strings AS d ON d.string_id = p.drained_name_id
LEFT JOIN _nvtx_range_rows AS n ON n.event_id = p.range_id
