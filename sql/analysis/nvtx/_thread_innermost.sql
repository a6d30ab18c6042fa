-- name: _thread_innermost
-- summary: From when to when which NVTX range is the innermost open one of a thread, whatever its domain and style.
-- description: Of the ranges open on a thread, push/pop and start/end, the one begun last. A start/end range that
--     another thread ended is open on none. A range without an end stays open.
-- keep: gaps and their parts are looked up in it
-- needs: _nvtx_range_rows, _interval_innermost
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: at_ns BIGINT [ns] -- from here on, until the next row of the thread
-- column: event_id BIGINT -- the innermost open range; NULL if none is open

WITH _ranges AS (
    SELECT
        global_tid AS lane,
        event_id AS id,
        start_ns,
        coalesce(end_ns, 9223372036854775807) AS end_ns
    FROM _nvtx_range_rows
    WHERE event_type IN (59, 70) OR end_tid IS NULL
)

SELECT lane AS global_tid, at_ns, id AS event_id
FROM _interval_innermost('_ranges')
