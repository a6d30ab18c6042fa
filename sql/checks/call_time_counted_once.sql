-- name: call_time_counted_once
-- summary: The calls' time in launches is that of the calls that launched something, each once.
-- needs: launches, whole.cuda_api
-- column: api_event_id BIGINT -- a call whose time is missing or multiplied
-- column: call_ns BIGINT [ns] -- the call's own time
-- column: launches_ns BIGINT [ns] -- its time in launches

WITH charged AS (
    SELECT
        api_event_id,
        coalesce(sum(api_duration_ns), 0)::BIGINT AS launches_ns,
        count(api_duration_ns) AS times
    FROM launches
    WHERE api_event_id IS NOT NULL
    GROUP BY api_event_id
)

SELECT c.api_event_id, r.duration_ns AS call_ns, c.launches_ns
FROM charged AS c
INNER JOIN whole.cuda_api AS r ON r.event_id = c.api_event_id
WHERE
    {% if shape.windowed %}
    c.times > 1
    {% else %}
    coalesce(r.duration_ns, 0) <> c.launches_ns
    {% endif %}
ORDER BY c.api_event_id
