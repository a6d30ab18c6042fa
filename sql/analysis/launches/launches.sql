-- name: launches
-- summary: One row per GPU operation, with the API call that launched it.
-- description: A call and an operation belong together when process and correlation id agree; neither
--     is a key alone. Operations without a call stay, with NULL; unified-memory migrations have none.
--     A call that launched many operations (a CUDA graph) has its duration on one of them only, the first row,
--     so that a sum counts it once; under a window or for one GPU the first row there. Exports of 2020 name no process with an operation; there the only
--     process with calls is taken. launch_latency_ns is from the begin of the call, queue_ns from its end: an
--     operation that began before the call returned has the first and no second. Under a window: the
--     operations that overlap it, times not clipped.
-- window: keep gpu_start_ns gpu_end_ns
-- needs: _api_base_name, _op_id, whole.gpu_activity, _launching_calls, _only_process, strings, api_class, name_of, thread_of
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- short kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: gpu_start_ns BIGINT [ns] -- begin on the device
-- column: gpu_end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: gpu_duration_ns BIGINT [ns] -- time on the device
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: bytes BIGINT [bytes] -- bytes copied, set or decompressed; NULL for kernels and graphs
-- column: pid BIGINT -- process id
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: correlation_id BIGINT -- ties operation and call, inside the process
-- column: api_event_id BIGINT -- the call's row; NULL where there is no call
-- column: api_name VARCHAR -- the call's name as recorded
-- column: api_base_name VARCHAR -- the name without its version
-- column: api_class VARCHAR -- launch, sync, memcpy, memset, alloc or other
-- column: tid BIGINT -- thread that made the call
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: api_duration_ns BIGINT [ns] -- time of the call, on one of its operations only
-- column: queue_ns BIGINT [ns] -- from the call's end to the operation's start; NULL where that began earlier
-- column: launch_latency_ns BIGINT [ns] -- from the call's begin to the operation's start; NULL without a call or usable time

WITH names AS (
    -- once a name, not once a call
    SELECT string_id, text, _api_base_name(text) AS base_name, api_class(text) AS class
    FROM strings
)

SELECT
    g.event_id AS gpu_event_id,
    g.kind,
    g.name,
    g.start_ns AS gpu_start_ns,
    g.end_ns AS gpu_end_ns,
    g.duration_ns AS gpu_duration_ns,
    g.gpu_id,
    g.context_id,
    g.stream_id,
    g.graph_node_id,
    g.bytes,
    g.pid,
    g.global_pid,
    g.correlation_id,
    c.api_event_id,
    CASE WHEN c.api_event_id IS NOT NULL THEN name_of(n.text, c.api_name_id) END AS api_name,
    CASE WHEN c.api_event_id IS NOT NULL THEN name_of(n.base_name, c.api_name_id) END AS api_base_name,
    CASE WHEN c.api_event_id IS NOT NULL THEN coalesce(n.class, 'other') END AS api_class,
    thread_of(c.global_tid) AS tid,
    c.global_tid,
    c.api_start_ns,
    c.api_end_ns,
    CASE
        WHEN
            c.first_op = _op_id(g.kind, g.event_id)
            THEN c.api_duration_ns
    END AS api_duration_ns,
    CASE
        WHEN g.start_ns >= c.api_end_ns AND g.end_ns IS NOT NULL THEN g.start_ns - c.api_end_ns
    END AS queue_ns,
    CASE WHEN g.end_ns IS NOT NULL THEN g.start_ns - c.api_start_ns END AS launch_latency_ns
FROM whole.gpu_activity AS g
CROSS JOIN _only_process AS p
LEFT JOIN _launching_calls AS c
    ON c.caller_pid = coalesce(g.global_pid, p.global_pid) AND c.correlation_id = g.correlation_id
LEFT JOIN names AS n ON n.string_id = c.api_name_id
