-- name: compare_api
-- summary: What compare knows of CUDA API calls: per name without its version.
-- command: compare
-- description: Versions go, so that runs on two versions of CUDA match; the names are those of api_base_name.
-- requires: cuda_api
-- needs: _api_calls, strings, _api_base_name
-- column: name VARCHAR -- the call without its version, as api_base_name
-- column: count BIGINT -- calls, timed or not
-- column: total_ns BIGINT [ns] -- sum over the timed calls
-- column: median_ns BIGINT [ns] -- median of the timed calls; NULL for none
-- column: max_ns BIGINT [ns] -- the longest; NULL for none

WITH ids AS (
    SELECT DISTINCT api_name_id FROM _api_calls
),

named AS (
    SELECT
        i.api_name_id,
        _api_base_name(coalesce(s.text, '[' || i.api_name_id || ']', '[no name]')) AS name
    FROM ids AS i
    LEFT JOIN strings AS s ON s.string_id = i.api_name_id
)

SELECT
    n.name,
    count(*) AS count,
    coalesce(sum(c.duration_ns), 0)::BIGINT AS total_ns,
    round(median(c.duration_ns))::BIGINT AS median_ns,
    max(c.duration_ns) AS max_ns
FROM _api_calls AS c
INNER JOIN named AS n ON n.api_name_id IS NOT DISTINCT FROM c.api_name_id
GROUP BY n.name
ORDER BY n.name
