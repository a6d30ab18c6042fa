-- name: sync_summary
-- title: Synchronization
-- summary: Waits for the GPU by kind and call, and whether the GPU worked meanwhile.
-- description: The synchronisation records of the export, per GPU; and blocking CUDA calls that have no
--     such record, for which no GPU is known (gpu_id NULL) and busy means any GPU. The GPU of a record is
--     the one that its context worked on, since some exports give every record device 0. busy_ns and
--     idle_ns add up to sum_ns; several threads that wait at once count each. A 'stream wait event' makes
--     a stream wait and not a thread. Waiting while the GPU works is as it should be; waiting while it
--     idles is time that a call took to return or to find nothing to wait for.
-- requires: cuda_api, cuda_sync
-- needs: _sync_waits, gpu_activity, interval_coverage, _recorded
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal; NULL for calls without a record
-- column: sync_kind VARCHAR -- device, stream, event, stream wait event, query, other, unknown, call
-- column: api_name VARCHAR -- the call that waited; NULL where the export has none
-- column: call_count BIGINT -- waits
-- column: sum_ns BIGINT [ns] -- summed time of the waits
-- column: median_ns DOUBLE [ns] -- median wait
-- column: max_ns BIGINT [ns] -- longest wait
-- column: busy_ns BIGINT [ns] -- of sum_ns, time in which the GPU was at work; NULL: no device work captured
-- column: idle_ns BIGINT [ns] -- of sum_ns, time in which it was not
-- column: idle_pct DOUBLE [% of sum_ns] -- idle_ns
-- example: SELECT sync_kind, api_name, count(*) FROM cuda_sync GROUP BY ALL ORDER BY ALL

WITH work AS MATERIALIZED (
    SELECT gpu_id, start_ns, end_ns FROM gpu_activity
),

waits AS MATERIALIZED (
    FROM _sync_waits
),

-- lane -1 is any GPU
_points AS (
    SELECT coalesce(gpu_id, -1) AS lane, start_ns AS at_ns FROM waits WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT coalesce(gpu_id, -1), end_ns FROM waits WHERE end_ns IS NOT NULL
),

_work AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM work WHERE gpu_id IN (SELECT lane FROM _points)
    UNION ALL
    SELECT -1, start_ns, end_ns FROM work WHERE -1 IN (SELECT lane FROM _points)
),

busy AS MATERIALIZED (
    SELECT lane, at_ns, covered_ns FROM interval_coverage('_work', '_points')
),

measured AS (
    SELECT
        w.gpu_id,
        w.sync_kind,
        w.api_name,
        w.end_ns - w.start_ns AS wait_ns,
        CASE WHEN r.device_work THEN e.covered_ns - s.covered_ns END AS busy_ns
    FROM waits AS w
    CROSS JOIN _recorded AS r
    LEFT JOIN busy AS s ON s.lane = coalesce(w.gpu_id, -1) AND s.at_ns = w.start_ns
    LEFT JOIN busy AS e ON e.lane = coalesce(w.gpu_id, -1) AND e.at_ns = w.end_ns
)

SELECT
    gpu_id,
    sync_kind,
    api_name,
    count(*) AS call_count,
    sum(wait_ns)::BIGINT AS sum_ns,
    median(wait_ns)::DOUBLE AS median_ns,
    max(wait_ns) AS max_ns,
    sum(busy_ns)::BIGINT AS busy_ns,
    sum(wait_ns - busy_ns)::BIGINT AS idle_ns,
    100.0 * sum(wait_ns - busy_ns) / nullif(sum(wait_ns), 0) AS idle_pct
FROM measured
GROUP BY gpu_id, sync_kind, api_name
ORDER BY sum_ns DESC NULLS LAST, gpu_id, sync_kind, api_name
