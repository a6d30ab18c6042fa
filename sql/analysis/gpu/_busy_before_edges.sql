-- name: _busy_before_edges
-- summary: As _gpu_busy_before, for a run that has read all work: no table is read again.
-- keep: one sweep, looked up for every range
-- needs: _nvtx_range_rows, _keyed_ops, gpu_activity, nvtx_events, interval_coverage_all
-- column: at_ns BIGINT [ns] -- a start or end of an NVTX range
-- column: busy_ns BIGINT [ns] -- busy time of all GPUs taken together before it

WITH _work AS (
    SELECT start_ns, end_ns FROM {{ 'gpu_activity' if shape.windowed or shape.one_gpu else '_keyed_ops' }}
),

_points AS (
    SELECT unnest([start_ns, end_ns]) AS at_ns
    FROM {{ 'nvtx_events' if shape.windowed else '_nvtx_range_rows' }}
    WHERE end_ns IS NOT NULL
)

SELECT at_ns, covered_ns AS busy_ns
FROM interval_coverage_all('_work', '_points')
