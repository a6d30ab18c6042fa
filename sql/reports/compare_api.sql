-- name: compare_api
-- summary: What compare knows of CUDA API calls: per name without its version.
-- command: compare
-- description: Versions go, so that runs on two versions of CUDA match.
-- requires: cuda_api
-- needs: _api_totals
-- column: name VARCHAR -- the call without the ending _v and digits
-- column: count BIGINT -- calls, timed or not
-- column: total_ns BIGINT [ns] -- sum over the timed calls

SELECT
    regexp_replace(api_name, '_v\d+$', '') AS name,
    sum(call_count)::BIGINT AS count,
    sum(total_ns)::BIGINT AS total_ns
FROM _api_totals
GROUP BY ALL
ORDER BY name
