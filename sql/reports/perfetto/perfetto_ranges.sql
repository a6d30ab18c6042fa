-- name: perfetto_ranges
-- summary: NVTX ranges as slices of their threads, and marks as moments there.
-- description: Of ranges that begin together the outer one comes first. Payload, domain and NVTX category
--     are told of a slice that is clicked on.
-- command: perfetto
-- needs: _timeline_ranges, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted; NULL for a mark
-- column: flow_ids UBIGINT[] -- always NULL: they launch nothing
-- column: payload VARCHAR -- its payload, a number or JSON; NULL for none
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- nvtx, nvtx_mark, or nvtx_open for a range that had not ended
-- column: domain VARCHAR -- name of the NVTX domain
-- column: nvtx_category VARCHAR -- name or number of its NVTX category; NULL for none

SELECT
    start_ns + $shift AS start_ns,
    end_ns + $shift AS end_ns,
    NULL::UBIGINT[] AS flow_ids,
    payload,
    CASE
        WHEN is_loose THEN _track_id('loose', global_tid, domain_id, NULL, NULL, place)
        ELSE _track_id('nvtx', global_tid, domain_id, NULL, NULL, 0)
    END AS track_id,
    coalesce(nullif(text, ''), '[no text]') AS name,
    CASE WHEN end_ns IS NULL THEN 'nvtx_mark' WHEN is_open THEN 'nvtx_open' ELSE 'nvtx' END AS category,
    domain,
    category AS nvtx_category
FROM _timeline_ranges
ORDER BY start_ns, end_ns DESC, global_tid, domain_id, ordinal, text, event_id
