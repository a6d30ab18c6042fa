-- name: _call_places
-- summary: CUDA API calls inside others of their thread, or that overlap, with the row to draw them in.
-- description: All other calls are in row 0, and not here.
-- keep: the tracks and the slices of a drawing read it
-- needs: _api_calls, _interval_rows
-- column: event_id BIGINT -- the call
-- column: place BIGINT -- row within the thread, from 1

WITH _calls AS (
    SELECT
        global_tid AS lane,
        {'correlation_id': correlation_id, 'event_id': event_id} AS id,
        start_ns,
        end_ns
    FROM _api_calls
)

SELECT id.event_id AS event_id, place
FROM _interval_rows('_calls')
