-- name: summary_api
-- summary: CUDA API calls by total time, under the names that the export has.
-- command: summarize
-- description: Runtime and driver calls of all threads together. A call's time overlaps GPU work
--     and other threads' calls; the totals are sums, not shares of anything.
-- needs: _api_totals
-- param: top INTEGER = 20 -- rows to return; 0 for all
-- column: api_name VARCHAR -- the call's name as recorded, as in cudaLaunchKernel_v7000
-- column: call_count BIGINT -- calls, timed or not
-- column: total_ns BIGINT [ns] -- sum over the timed calls

SELECT api_name, call_count, total_ns
FROM _api_totals
QUALIFY $top = 0 OR row_number() OVER (ORDER BY total_ns DESC, api_name) <= $top
ORDER BY total_ns DESC, api_name
