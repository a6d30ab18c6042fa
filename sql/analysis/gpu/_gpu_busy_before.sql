-- name: _gpu_busy_before
-- summary: Busy time of all GPUs taken together, before each start and end of an NVTX range.
-- description: The last row, at the largest BIGINT, has the busy time of the whole trace. One sweep
--     over the device work serves the headline figures and every range's overlap.
-- keep: the headline figures and every range's overlap read it
-- needs: _gpu_work, _nvtx_events, interval_coverage_all
-- column: at_ns BIGINT [ns] -- where some range begins or ends
-- column: busy_ns BIGINT [ns] -- length of the union of device work before that

WITH _work AS (
    SELECT start_ns, end_ns FROM _gpu_work
),

_points AS (
    SELECT start_ns AS at_ns FROM _nvtx_events WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT end_ns FROM _nvtx_events WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT 9223372036854775807
)

SELECT at_ns, covered_ns AS busy_ns
FROM interval_coverage_all('_work', '_points')
