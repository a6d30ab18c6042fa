-- name: detail_api_classes
-- summary: CUDA API calls by what they do.
-- description: Calls of all threads together; they overlap each other and GPU work, so the sums are no
--     shares of the span.
-- command: summarize
-- needs: _api_totals, api_class
-- column: api_class VARCHAR -- launch, sync, memcpy, memset, alloc or other
-- column: call_count BIGINT -- calls, timed or not
-- column: untimed_count BIGINT -- of these, those without usable times
-- column: sum_ns BIGINT [ns] -- summed time of the timed ones

SELECT
    api_class(api_name) AS api_class,
    sum(call_count)::BIGINT AS call_count,
    sum(untimed_count)::BIGINT AS untimed_count,
    sum(total_ns)::BIGINT AS sum_ns
FROM _api_totals
GROUP BY ALL
ORDER BY sum_ns DESC, api_class
