-- name: _track_id
-- summary: The number of a track of a drawing, the same wherever it is asked.
-- param: kind VARCHAR -- what is drawn: process, gpu, stream, thread, api, nvtx, loose, os or busy
-- param: a BIGINT -- process or thread
-- param: b BIGINT -- GPU, or NVTX domain
-- param: c BIGINT -- context
-- param: d BIGINT -- stream
-- param: place BIGINT -- row, 0 for the first
-- returns: UBIGINT -- the number

hash(kind, a::BIGINT, b::BIGINT, c::BIGINT, d::BIGINT, place::BIGINT)
