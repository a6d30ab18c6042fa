-- name: _call_activities
-- summary: What a thread does in a CUDA API call, by the id of the call's name.
-- description: A copy from or to pageable memory blocks whatever its name: see _pageable_copies.
-- needs: strings, api_class
-- column: string_id BIGINT -- id of a call's name
-- column: activity VARCHAR -- sync, blocking copy, allocation, launch or other call
-- column: is_blocking BOOLEAN -- whether the call blocks its thread: synchronize calls, and copies, memsets,
--     allocations and frees that are not Async

SELECT
    string_id,
    CASE
        WHEN class = 'sync' THEN 'sync'
        WHEN class IN ('memcpy', 'memset') AND text NOT LIKE '%Async%' THEN 'blocking copy'
        WHEN class = 'alloc' THEN 'allocation'
        WHEN class = 'launch' THEN 'launch'
        ELSE 'other call'
    END AS activity,
    class = 'sync' OR (class IN ('memcpy', 'memset', 'alloc') AND text NOT LIKE '%Async%') AS is_blocking
FROM (SELECT string_id, text, api_class(text) AS class FROM strings)
