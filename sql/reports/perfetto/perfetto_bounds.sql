-- name: perfetto_bounds
-- summary: What is drawn: the first time, how many slices, and what has no place in a drawing.
-- command: perfetto
-- needs: _timeline_work, _timeline_calls, _timeline_ranges, gpu_activity, cuda_api
-- needs: _timeline_os_calls if os_runtime
-- param: os_runtime BOOLEAN = FALSE -- also calls into the operating system's libraries
-- column: first_ns BIGINT [ns] -- the earliest time; NULL where there is nothing
-- column: slice_count BIGINT -- operations, calls, ranges and marks
-- column: untimed_count BIGINT -- operations and calls without usable times, which are left out

WITH drawn AS (
    SELECT start_ns FROM _timeline_work
    UNION ALL
    SELECT start_ns FROM _timeline_calls
    UNION ALL
    SELECT start_ns FROM _timeline_ranges
    {% if 'os_runtime' in shape.asked %}
    UNION ALL
    SELECT start_ns FROM _timeline_os_calls
    {% endif %}
),

untimed AS (
    SELECT count(*) AS untimed_count FROM gpu_activity WHERE end_ns IS NULL
    UNION ALL
    SELECT count(*) FROM cuda_api WHERE end_ns IS NULL
)

SELECT
    min(start_ns) AS first_ns,
    count(*) AS slice_count,
    (SELECT sum(untimed_count)::BIGINT FROM untimed) AS untimed_count
FROM drawn
WHERE $os_runtime::BOOLEAN IS NOT NULL
