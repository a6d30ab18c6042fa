-- name: _blocking_time
-- summary: When a thread was in blocking calls, and for how long until then.
-- description: Blocking are the synchronize calls, copies and memsets that are not Async, copies from or
--     to pageable memory, and calls that allocate or free.
-- needs: _call_rows, strings, api_class, gpu_memcpy, interval_union
-- column: global_tid BIGINT -- the thread with host, VM and process
-- column: start_ns BIGINT [ns] -- where it goes into such a call
-- column: end_ns BIGINT [ns] -- where it comes out
-- column: before_ns BIGINT [ns] -- time in such calls before start_ns

WITH blocking_names AS (
    SELECT string_id
    FROM (SELECT string_id, text, api_class(text) AS class FROM strings)
    WHERE class = 'sync' OR (class IN ('memcpy', 'memset', 'alloc') AND text NOT LIKE '%Async%')
),

pageable AS (
    SELECT DISTINCT global_pid, correlation_id
    FROM gpu_memcpy
    WHERE correlation_id <> 0 AND (src_kind = 'Pageable' OR dst_kind = 'Pageable')
),

_blocking AS (
    SELECT c.global_tid AS lane, c.start_ns, c.end_ns
    FROM _call_rows AS c
    LEFT JOIN blocking_names AS n ON n.string_id = c.api_name_id
    LEFT JOIN pageable AS p ON p.global_pid = c.global_pid AND p.correlation_id = c.correlation_id
    WHERE n.string_id IS NOT NULL OR p.correlation_id IS NOT NULL
)

SELECT
    lane AS global_tid,
    start_ns,
    end_ns,
    coalesce(
        sum(end_ns - start_ns) OVER (
            PARTITION BY lane ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ),
        0
    )::BIGINT AS before_ns
FROM interval_union('_blocking')
