-- name: _overhead_rows
-- summary: What the profiler took of a thread's time, in the whole capture.
-- description: Rows that say why (overhead_kind) count where that is the profiler: buffer flush, instrumentation,
--     resource, unknown; loading modules and compiling take their time without a profiler too. The profiler's
--     own rows that do not say why count; those of CUDA do not.
-- from: profiler_overhead WHERE coalesce(overhead_kind IN ('unknown', 'buffer flush', 'instrumentation', 'resource'), origin = 'profiler')
-- needs: interval_start, interval_end, strings, name_of, overhead_kind_name
-- reads: PROFILER_OVERHEAD start! end! nameId globalTid overheadType
-- reads: CUPTI_ACTIVITY_KIND_OVERHEAD start! end! nameId globalTid overheadType
-- column: event_id BIGINT -- the row's id in the table of its origin
-- column: start_ns BIGINT [ns] -- begin on the thread
-- column: end_ns BIGINT [ns] -- end on the thread; NULL where the row has no usable time
-- column: overhead_name VARCHAR -- as in CUPTI Buffer flush
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

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
    name_of(s.text, o.nameId) AS overhead_name,
    o.globalTid AS global_tid
FROM overheads AS o
LEFT JOIN strings AS s ON s.string_id = o.nameId
WHERE
    coalesce(
        overhead_kind_name(o.overheadType) IN ('unknown', 'buffer flush', 'instrumentation', 'resource'),
        o.origin = 'profiler'
    )
