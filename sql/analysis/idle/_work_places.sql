-- name: _work_places
-- summary: GPU work that overlaps other work of its stream, with the row to draw it in.
-- description: All other work is in row 0, and not here.
-- keep: the tracks and the slices of a drawing read it
-- needs: gpu_activity, _interval_rows
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: place BIGINT -- row within the stream, from 1

WITH _streams AS (
    SELECT
        hash(global_pid, gpu_id, context_id, stream_id) AS lane,
        {'correlation_id': correlation_id, 'kind': kind, 'event_id': event_id} AS id,
        start_ns,
        end_ns
    FROM gpu_activity
)

SELECT id.kind AS kind, id.event_id AS event_id, place
FROM _interval_rows('_streams')
