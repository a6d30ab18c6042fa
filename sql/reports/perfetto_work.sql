-- name: perfetto_work
-- summary: GPU work as slices of its streams.
-- description: With a number for its launch, which the call has too where it is in the trace.
-- command: perfetto
-- needs: _timeline_work, _track_id
-- param: shift BIGINT = 0 -- nanoseconds to add to every time
-- column: track_id UBIGINT -- the track that it is drawn in
-- column: start_ns BIGINT [ns] -- begin, shifted
-- column: end_ns BIGINT [ns] -- end, shifted
-- column: name VARCHAR -- what is written on it
-- column: category VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: bytes BIGINT [bytes] -- bytes of a copy; NULL for all else
-- column: flow_ids UBIGINT[] -- launches that it is an end of, one number each; NULL for none

SELECT
    _track_id('stream', pid, gpu_id, context_id, stream_id, place) AS track_id,
    start_ns + $shift AS start_ns,
    end_ns + $shift AS end_ns,
    coalesce(name, '[no name]') AS name,
    kind AS category,
    bytes,
    CASE WHEN flow_id IS NOT NULL THEN [flow_id] END AS flow_ids
FROM _timeline_work
ORDER BY start_ns, end_ns DESC, track_id, flow_id, name
