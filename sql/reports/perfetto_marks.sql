-- name: perfetto_marks
-- summary: NVTX marks as moments of their threads.
-- command: perfetto
-- needs: _timeline_ranges, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: at_ns BIGINT [ns] -- its time, shifted
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- always nvtx

SELECT
    _track_id('nvtx', global_tid, domain_id, NULL, NULL, 0) AS track_id,
    start_ns + $shift AS at_ns,
    coalesce(nullif(text, ''), '[no text]') AS name,
    'nvtx' AS category
FROM _timeline_ranges
WHERE end_ns IS NULL
ORDER BY start_ns, global_tid, domain_id, text, event_id
