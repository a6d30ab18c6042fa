-- name: openacc_events
-- summary: OpenACC directives: data, launches and all others.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- needs: openacc_kind_name, _devices
-- reads: CUPTI_ACTIVITY_KIND_OPENACC_DATA start! end! nameId globalTid eventKind cuDeviceId
--     cuContextId cuStreamId lineNo srcFile funcName correlationId bytes varName
-- reads: CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH start! end! nameId globalTid eventKind cuDeviceId
--     cuContextId cuStreamId lineNo srcFile funcName correlationId numGangs numWorkers
--     vectorLength kernelName
-- reads: CUPTI_ACTIVITY_KIND_OPENACC_OTHER start! end! nameId globalTid eventKind cuDeviceId
--     cuContextId cuStreamId lineNo srcFile funcName correlationId
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the host
-- column: end_ns BIGINT [ns] -- end on the host; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- data, launch or other
-- column: event_name VARCHAR -- the event's name as recorded
-- column: event_kind VARCHAR -- as in Enqueue launch or Wait
-- column: function_name VARCHAR -- function that the directive stands in; NULL where unknown
-- column: source_file VARCHAR -- file that the directive stands in; NULL where unknown
-- column: source_line BIGINT -- line of the directive
-- column: kernel_name VARCHAR -- kernel that is launched; NULL for other kinds
-- column: gangs BIGINT -- gangs of the launch
-- column: workers BIGINT -- workers of the launch
-- column: vector_length BIGINT -- vector lanes of the launch
-- column: variable_name VARCHAR -- variable that is moved; NULL for other kinds
-- column: bytes BIGINT [bytes] -- bytes that are moved; NULL for other kinds
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: context_id BIGINT -- CUDA context
-- column: stream_id BIGINT -- stream inside the context
-- column: correlation_id BIGINT -- ties the event to the API call of the same process

WITH events AS (
    SELECT 'data' AS kind, *
    FROM {{ source('CUPTI_ACTIVITY_KIND_OPENACC_DATA') }}
    UNION ALL BY NAME
    SELECT 'launch' AS kind, *
    FROM {{ source('CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH') }}
    UNION ALL BY NAME
    SELECT 'other' AS kind, *
    FROM {{ source('CUPTI_ACTIVITY_KIND_OPENACC_OTHER') }}
)

SELECT
    e.row_id AS event_id,
    interval_start(e."start", e."end") AS start_ns,
    interval_end(e."start", e."end") AS end_ns,
    interval_duration(e."start", e."end") AS duration_ns,
    e.kind,
    name_of(n.text, e.nameId) AS event_name,
    openacc_kind_name(e.eventKind) AS event_kind,
    coalesce(f.text, '[' || nullif(e.funcName, 0) || ']') AS function_name,
    coalesce(c.text, '[' || nullif(e.srcFile, 0) || ']') AS source_file,
    e.lineNo AS source_line,
    coalesce(k.text, '[' || nullif(e.kernelName, 0) || ']') AS kernel_name,
    e.numGangs AS gangs,
    e.numWorkers AS workers,
    e.vectorLength AS vector_length,
    coalesce(v.text, '[' || nullif(e.varName, 0) || ']') AS variable_name,
    e.bytes AS bytes,
    process_of(e.globalTid) AS pid,
    thread_of(e.globalTid) AS tid,
    e.globalTid - thread_of(e.globalTid) AS global_pid,
    e.globalTid AS global_tid,
    e.cuDeviceId AS device_id,
    coalesce(d.gpu_id, e.cuDeviceId) AS gpu_id,
    e.cuContextId AS context_id,
    e.cuStreamId AS stream_id,
    e.correlationId AS correlation_id
FROM events AS e
LEFT JOIN strings AS n ON n.string_id = e.nameId
LEFT JOIN strings AS f ON f.string_id = e.funcName
LEFT JOIN strings AS c ON c.string_id = e.srcFile
LEFT JOIN strings AS k ON k.string_id = e.kernelName
LEFT JOIN strings AS v ON v.string_id = e.varName
LEFT JOIN _devices AS d ON d.pid = process_of(e.globalTid) AND d.device_id = e.cuDeviceId
