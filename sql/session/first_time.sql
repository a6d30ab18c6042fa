-- name: first_time
-- summary: The earliest time of the events that most traces have.
-- reads: CUPTI_ACTIVITY_KIND_KERNEL start
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start
-- reads: CUPTI_ACTIVITY_KIND_RUNTIME start
-- reads: NVTX_EVENTS start
-- reads: OSRT_API start
-- column: first_ns BIGINT [ns] -- the earliest start; NULL if there is none

SELECT min("start") AS first_ns
FROM (
    SELECT "start" FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }}
    UNION ALL
    SELECT "start" FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }}
    UNION ALL
    SELECT "start" FROM {{ source('CUPTI_ACTIVITY_KIND_RUNTIME') }}
    UNION ALL
    SELECT "start" FROM {{ source('NVTX_EVENTS') }}
    UNION ALL
    SELECT "start" FROM {{ source('OSRT_API') }}
) AS events
WHERE "start" > 0
