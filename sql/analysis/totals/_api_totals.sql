-- name: _api_totals
-- summary: Calls and total time per CUDA API name.
-- keep: the calls are the largest table of most exports, read once
-- needs: _api_calls, strings
-- column: api_name VARCHAR -- the call's name as recorded, version suffix and all
-- column: call_count BIGINT -- calls, timed or not
-- column: untimed_count BIGINT -- calls without usable times
-- column: total_ns BIGINT [ns] -- sum over the timed calls

WITH per_id AS (
    SELECT
        api_name_id,
        count(*) AS call_count,
        count(duration_ns) AS timed_count,
        sum(duration_ns) AS total_ns
    FROM _api_calls
    GROUP BY api_name_id
)

SELECT
    coalesce(s.text, '[' || p.api_name_id || ']', '[no name]') AS api_name,
    sum(p.call_count)::BIGINT AS call_count,
    sum(p.call_count - p.timed_count)::BIGINT AS untimed_count,
    coalesce(sum(p.total_ns), 0)::BIGINT AS total_ns
FROM per_id AS p
LEFT JOIN strings AS s ON s.string_id = p.api_name_id
GROUP BY ALL
