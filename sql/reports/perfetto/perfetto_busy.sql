-- name: perfetto_busy
-- summary: Whether each GPU is at work, at each moment where that changes.
-- command: perfetto
-- needs: gpu_busy, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: track_id UBIGINT -- the GPU's counter
-- column: at_ns BIGINT [ns] -- the moment, shifted
-- column: is_busy BIGINT -- 1 from here on some operation runs, 0 none does

WITH changes AS (
    SELECT gpu_id, start_ns AS at_ns, 1 AS is_busy FROM gpu_busy WHERE duration_ns > 0
    UNION ALL
    SELECT gpu_id, end_ns, 0 FROM gpu_busy WHERE duration_ns > 0
)

SELECT
    _track_id('busy', NULL, gpu_id, NULL, NULL, 0) AS track_id,
    at_ns + $shift AS at_ns,
    is_busy::BIGINT AS is_busy
FROM changes
ORDER BY at_ns, gpu_id
