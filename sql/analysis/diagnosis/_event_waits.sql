-- name: _event_waits
-- summary: Which device work waits for which through an event: the first operation after a stream's wait, and the producer.
-- description: A wait and a record belong together by process and the number that ties them (eventSyncId), never by the event,
--     which is used again. The producer is the last operation issued before the record on its stream, the consumer the
--     first one issued after the wait on the waiting stream; correlation ids count calls in order.
-- keep: time without compute and dependencies read it
-- needs: _budget_ops, cuda_events, _stream_waits
-- column: global_pid BIGINT -- the process
-- column: correlation_id BIGINT -- the consumer's
-- column: producer_correlation_id BIGINT -- the producer's
-- column: producer_start_ns BIGINT [ns] -- the producer's start
-- column: producer_end_ns BIGINT [ns] -- the producer's end
-- column: producer_part VARCHAR -- communication, copy or compute
-- column: producer_name VARCHAR -- the producer

WITH waits AS (
    SELECT
        w.global_pid, w.context_id, w.stream_id, w.correlation_id AS wait_at,
        r.context_id AS record_context_id, r.stream_id AS record_stream_id, r.correlation_id AS record_at
    FROM _stream_waits AS w
    INNER JOIN cuda_events AS r ON r.global_pid = w.global_pid AND r.event_sync_id = w.event_sync_id
),

ops AS (
    SELECT global_pid, context_id, stream_id, correlation_id, part, name, start_ns, end_ns
    FROM _budget_ops
    WHERE correlation_id IS NOT NULL AND graph_node_id IS NULL AND EXISTS (FROM _stream_waits)
),

consumers AS (
    SELECT w.*, o.correlation_id AS consumer_at
    FROM waits AS w
    ASOF INNER JOIN ops AS o
        ON
            o.global_pid = w.global_pid
            AND o.context_id = w.context_id
            AND o.stream_id = w.stream_id
            AND w.wait_at <= o.correlation_id
)

SELECT
    c.global_pid,
    c.consumer_at AS correlation_id,
    o.correlation_id AS producer_correlation_id,
    o.start_ns AS producer_start_ns,
    o.end_ns AS producer_end_ns,
    o.part AS producer_part,
    o.name AS producer_name
FROM consumers AS c
ASOF INNER JOIN ops AS o
    ON
        o.global_pid = c.global_pid
        AND o.context_id = c.record_context_id
        AND o.stream_id = c.record_stream_id
        AND c.record_at >= o.correlation_id
