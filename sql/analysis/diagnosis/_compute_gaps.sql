-- name: _compute_gaps
-- summary: Time of a GPU without compute, with the next compute operation, its call and what it waited for.
-- description: From the end of one island of compute to the start of the next; before the first and after the last
--     too. issued_ns is when the call that launched the next operation returned. producer_end_ns is the end of the
--     work that the next operation had to wait for and that ran inside the gap: the operation before it on its stream,
--     or, through an event that its stream waits for, the last one before the record on the recording stream.
-- keep: cut along the steps, and ranked by what ended each gap
-- needs: _budget_ops, _keyed_calls, _event_waits
-- column: gap_id BIGINT -- number of the gap
-- column: gpu_id BIGINT -- the GPU
-- column: start_ns BIGINT [ns] -- end of the compute before; 36 years before time 0 before the first
-- column: end_ns BIGINT [ns] -- start of the next compute; 36 years after it after the last
-- column: next_name VARCHAR -- the next compute operation; NULL after the last
-- column: issued_ns BIGINT [ns] -- end of the call that launched it; NULL where the export has none
-- column: called_ns BIGINT [ns] -- start of that call
-- column: global_tid BIGINT -- the thread that made the call
-- column: producer_end_ns BIGINT [ns] -- end of the work that it waited for; NULL for none inside the gap
-- column: producer_part VARCHAR -- communication, copy or compute
-- column: producer_name VARCHAR -- that operation
-- column: has_same_stream BOOLEAN -- the producer is on the stream of the next operation

WITH swept AS (
    SELECT
        gpu_id, name, start_ns, end_ns, global_pid, context_id, stream_id, correlation_id,
        max(end_ns) OVER (
            PARTITION BY gpu_id ORDER BY start_ns, end_ns, event_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns
    FROM _budget_ops
    WHERE part = 'compute'
),

opened AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY gpu_id, start_ns) AS gap_id,
        gpu_id,
        coalesce(reached_ns, -1152921504606846976) AS start_ns,
        start_ns AS end_ns,
        name AS next_name,
        global_pid,
        context_id,
        stream_id,
        correlation_id
    FROM swept
    WHERE reached_ns IS NULL OR start_ns > reached_ns
),

calls AS (
    SELECT
        o.gap_id,
        arg_min(c.end_ns, (c.is_driver, c.start_ns, c.event_id)) AS issued_ns,
        arg_min(c.start_ns, (c.is_driver, c.start_ns, c.event_id)) AS called_ns,
        arg_min(c.global_tid, (c.is_driver, c.start_ns, c.event_id)) AS global_tid
    FROM opened AS o
    INNER JOIN _keyed_calls AS c ON c.global_pid = o.global_pid AND c.correlation_id = o.correlation_id
    WHERE c.end_ns IS NOT NULL
    GROUP BY o.gap_id
),

others AS (
    SELECT global_pid, context_id, stream_id, part, name, start_ns, end_ns
    FROM _budget_ops
    WHERE part <> 'compute'
),

-- what ran before the next operation on its own stream
by_stream AS (
    SELECT o.gap_id, p.end_ns, p.part, p.name, TRUE AS is_same_stream
    FROM opened AS o
    ASOF INNER JOIN others AS p
        ON
            p.global_pid = o.global_pid
            AND p.context_id = o.context_id
            AND p.stream_id = o.stream_id
            AND o.end_ns >= p.end_ns
    WHERE p.end_ns > o.start_ns
),

by_event AS (
    SELECT o.gap_id, w.producer_end_ns, w.producer_part, w.producer_name, FALSE
    FROM opened AS o
    INNER JOIN _event_waits AS w
        ON
            w.global_pid = o.global_pid
            AND w.correlation_id = o.correlation_id
    WHERE w.producer_end_ns > o.start_ns AND w.producer_end_ns <= o.end_ns
),

producers AS (
    SELECT
        gap_id,
        max(end_ns) AS producer_end_ns,
        arg_max(part, (end_ns, name)) AS producer_part,
        arg_max(name, (end_ns, name)) AS producer_name,
        arg_max(is_same_stream, (end_ns, name)) AS has_same_stream
    FROM (FROM by_stream UNION ALL FROM by_event)
    GROUP BY gap_id
)

SELECT
    o.gap_id, o.gpu_id, o.start_ns, o.end_ns, o.next_name, c.issued_ns, c.called_ns, c.global_tid,
    p.producer_end_ns, p.producer_part, p.producer_name, p.has_same_stream
FROM opened AS o
LEFT JOIN calls AS c ON c.gap_id = o.gap_id
LEFT JOIN producers AS p ON p.gap_id = o.gap_id
UNION ALL
SELECT
    -1 - row_number() OVER (ORDER BY gpu_id), gpu_id,
    coalesce(max(end_ns) FILTER (WHERE part = 'compute'), -1152921504606846976), 1152921504606846976,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM _budget_ops
GROUP BY gpu_id
