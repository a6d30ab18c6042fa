-- name: profiler_overhead
-- summary: Time that profiling itself took, and that CUDA took for loading and flushing.
-- description: Names differ between nsys versions: match them by pattern.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- needs: overhead_kind_name
-- reads: PROFILER_OVERHEAD start! end! nameId globalTid overheadType returnValue
-- reads: CUPTI_ACTIVITY_KIND_OVERHEAD start! end! nameId globalTid overheadType correlationId
-- column: event_id BIGINT -- the row's id in the table of its origin
-- column: start_ns BIGINT [ns] -- begin on the thread
-- column: end_ns BIGINT [ns] -- end on the thread; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: origin VARCHAR -- profiler: the profiler's own record; cuda: one of CUDA's
-- column: overhead_name VARCHAR -- as in CUPTI Buffer flush
-- column: overhead_kind VARCHAR -- as in buffer flush; NULL where the export does not tell
-- column: return_value BIGINT -- result of the action; NULL since nsys 2026.1
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: correlation_id BIGINT -- ties it to the API call of the same process; NULL for none

WITH overheads AS (
    SELECT 'profiler' AS origin, *
    FROM {{ source('PROFILER_OVERHEAD') }}
    UNION ALL BY NAME
    SELECT 'cuda' AS origin, *
    FROM {{ source('CUPTI_ACTIVITY_KIND_OVERHEAD') }}
)

SELECT
    o.row_id AS event_id,
    interval_start(o."start", o."end") AS start_ns,
    interval_end(o."start", o."end") AS end_ns,
    interval_duration(o."start", o."end") AS duration_ns,
    o.origin,
    name_of(s.text, o.nameId) AS overhead_name,
    overhead_kind_name(o.overheadType) AS overhead_kind,
    o.returnValue AS return_value,
    process_of(o.globalTid) AS pid,
    thread_of(o.globalTid) AS tid,
    o.globalTid - thread_of(o.globalTid) AS global_pid,
    o.globalTid AS global_tid,
    o.correlationId AS correlation_id
FROM overheads AS o
LEFT JOIN strings AS s ON s.string_id = o.nameId
