-- question: Where does the host spend its time in a decode step?
-- answer: Ranges in and under `decode` by path. `self_ms` is time in none of the ranges inside, and
--     adds up over the paths; `decode_pct` is `self_ms` as a share of all decode time.

WITH phases AS (
    SELECT path, count(*) AS range_count, sum(duration_ns) AS total_ns, sum(self_ns) AS self_ns
    FROM nvtx_ranges
    WHERE path_names[1] = 'decode'
    GROUP BY path, path_names
)

SELECT
    path,
    range_count,
    round(total_ns / 1e6, 3) AS total_ms,
    round(self_ns / 1e6, 3) AS self_ms,
    round(100 * self_ns / sum(self_ns) OVER (), 1) AS decode_pct
FROM phases
ORDER BY path
