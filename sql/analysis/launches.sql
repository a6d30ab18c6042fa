-- name: launches
-- summary: One row per GPU operation, with the API call that launched it.
-- description: A call and an operation belong together when process and correlation id agree; neither
--     is a key alone. Operations without a call stay, with NULL; unified-memory migrations have none.
--     A call that launched many operations (a CUDA graph) has its duration on one of them only, the first row,
--     so that a sum counts it once. Exports of 2020 name no process with an operation; there the only
--     process with calls is taken. Under a window: the operations that overlap it, times not clipped.
-- window: keep gpu_start_ns gpu_end_ns
-- needs: _gpu_rows, _cuda_api_rows, _only_process
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

WITH ops AS (
    SELECT
        g.*,
        coalesce(g.global_pid, p.global_pid) AS caller_pid,
        -- one number for the row among all kinds
        8 * g.event_id
        + list_position(['kernel', 'memcpy', 'memset', 'graph', 'decompress'], g.kind) AS op
    FROM _gpu_rows AS g, _only_process AS p
),

-- the operation that bears the call's time
keys AS (
    SELECT
        caller_pid,
        correlation_id,
        min(op) AS first_op
    FROM ops
    WHERE correlation_id <> 0
    GROUP BY caller_pid, correlation_id
),

matched AS MATERIALIZED (
    SELECT
        c.event_id, c.api_name, c.api_base_name, c.api_class, c.is_driver, c.tid, c.global_tid,
        c.global_pid, c.correlation_id, c.start_ns, c.end_ns, c.duration_ns, k.first_op
    FROM _cuda_api_rows AS c
    INNER JOIN keys AS k ON k.caller_pid = c.global_pid AND k.correlation_id = c.correlation_id
),

-- where two calls have one key: the runtime's rather than the driver's inside it
doubles AS (
    SELECT global_pid, correlation_id, arg_min(event_id, (is_driver, event_id)) AS event_id
    FROM matched
    GROUP BY global_pid, correlation_id
    HAVING count(*) > 1
),

calls AS (
    SELECT m.*
    FROM matched AS m
    LEFT JOIN doubles AS d
        ON d.global_pid = m.global_pid AND d.correlation_id = m.correlation_id
    WHERE d.event_id IS NULL OR d.event_id = m.event_id
)

SELECT
    o.event_id AS gpu_event_id,
    o.kind,
    o.name,
    o.start_ns AS gpu_start_ns,
    o.end_ns AS gpu_end_ns,
    o.duration_ns AS gpu_duration_ns,
    o.gpu_id,
    o.context_id,
    o.stream_id,
    o.graph_node_id,
    o.bytes,
    o.pid,
    o.global_pid,
    o.correlation_id,
    c.event_id AS api_event_id,
    c.api_name,
    c.api_base_name,
    c.api_class,
    c.tid,
    c.global_tid,
    c.start_ns AS api_start_ns,
    c.end_ns AS api_end_ns,
    CASE WHEN c.first_op = o.op THEN c.duration_ns END AS api_duration_ns,
    CASE WHEN o.start_ns >= c.end_ns AND o.end_ns IS NOT NULL THEN o.start_ns - c.end_ns END AS queue_ns
FROM ops AS o
LEFT JOIN calls AS c ON c.global_pid = o.caller_pid AND c.correlation_id = o.correlation_id
