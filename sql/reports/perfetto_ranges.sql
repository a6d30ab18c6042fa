-- name: perfetto_ranges
-- summary: NVTX ranges as slices of their threads.
-- description: Of ranges that begin together the outer one comes first.
-- command: perfetto
-- needs: _timeline_ranges, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- nvtx, or nvtx_open for a range that had not ended
-- column: bytes BIGINT [bytes] -- bytes of a copy; NULL for all else
-- column: flow_ids UBIGINT[] -- launches that it is an end of, one number each; NULL for none

SELECT
    CASE
        WHEN is_loose THEN _track_id('loose', global_tid, domain_id, NULL, NULL, place)
        ELSE _track_id('nvtx', global_tid, domain_id, NULL, NULL, 0)
    END AS track_id,
    start_ns + $shift AS start_ns,
    end_ns + $shift AS end_ns,
    coalesce(nullif(text, ''), '[no text]') AS name,
    CASE WHEN is_open THEN 'nvtx_open' ELSE 'nvtx' END AS category,
    NULL::BIGINT AS bytes,
    NULL::UBIGINT[] AS flow_ids
FROM _timeline_ranges
WHERE end_ns IS NOT NULL
ORDER BY start_ns, end_ns DESC, global_tid, domain_id, ordinal, text, event_id
