-- name: _os_call_places
-- summary: Calls into the operating system's libraries inside others, with the row to draw them in.
-- description: All other calls are in row 0, and not here.
-- keep: the tracks and the slices of a drawing read it
-- needs: os_runtime, _interval_rows
-- column: event_id BIGINT -- the call
-- column: place BIGINT -- row within the thread, from 1

WITH _calls AS (
    SELECT
        global_tid AS lane,
        {'call_name': call_name, 'event_id': event_id} AS id,
        start_ns,
        end_ns
    FROM os_runtime
    WHERE is_call
)

SELECT id.event_id AS event_id, place
FROM _interval_rows('_calls')
