-- name: openmp_events
-- summary: OpenMP regions, tasks, synchronisation and locks.
-- description: Each kind is a table of its own in the export. detail tells barriers, locks and
--     loops apart. The ids are those of the OpenMP runtime and hold inside one process.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, thread_of, strings, name_of
-- needs: openmp_detail
-- reads: OPENMP_EVENT_KIND_THREAD start! end! nameId globalTid
-- reads: OPENMP_EVENT_KIND_PARALLEL start! end! nameId globalTid parallelId parentTaskId
-- reads: OPENMP_EVENT_KIND_SYNC_REGION_WAIT start! end! nameId globalTid parallelId taskId kind
-- reads: OPENMP_EVENT_KIND_SYNC_REGION start! end! nameId globalTid parallelId taskId kind
-- reads: OPENMP_EVENT_KIND_TASK start! end! nameId globalTid parallelId taskId
-- reads: OPENMP_EVENT_KIND_MASTER start! end! nameId globalTid parallelId taskId
-- reads: OPENMP_EVENT_KIND_REDUCTION start! end! nameId globalTid parallelId taskId
-- reads: OPENMP_EVENT_KIND_TASK_CREATE start! end! nameId globalTid parentTaskId newTaskId
-- reads: OPENMP_EVENT_KIND_TASK_SCHEDULE start! end! nameId globalTid parallelId priorTaskId
--     nextTaskId
-- reads: OPENMP_EVENT_KIND_CANCEL start! end! nameId globalTid taskId
-- reads: OPENMP_EVENT_KIND_MUTEX_WAIT start! end! nameId globalTid taskId kind waitId
-- reads: OPENMP_EVENT_KIND_CRITICAL_SECTION start! end! nameId globalTid kind waitId
-- reads: OPENMP_EVENT_KIND_MUTEX_RELEASED start! end! nameId globalTid taskId kind waitId
-- reads: OPENMP_EVENT_KIND_LOCK_INIT start! end! nameId globalTid kind waitId
-- reads: OPENMP_EVENT_KIND_LOCK_DESTROY start! end! nameId globalTid kind waitId
-- reads: OPENMP_EVENT_KIND_WORKSHARE start! end! nameId globalTid parallelId taskId kind
-- reads: OPENMP_EVENT_KIND_DISPATCH start! end! nameId globalTid parallelId taskId
-- reads: OPENMP_EVENT_KIND_FLUSH start! end! nameId globalTid
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the thread
-- column: end_ns BIGINT [ns] -- end on the thread; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: kind VARCHAR -- thread, parallel, sync_region_wait, task and so on: the table's own word
-- column: event_name VARCHAR -- the event's name as recorded
-- column: detail VARCHAR -- which barrier, lock or worksharing construct; NULL for other kinds
-- column: parallel_id BIGINT -- parallel region that the event belongs to
-- column: task_id BIGINT -- the task: running, cancelled, created or switched to
-- column: parent_task_id BIGINT -- the task that created it; for a switch the one left
-- column: wait_id BIGINT -- lock or other object that is waited for or held
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH events AS (
    {% for table in [
        'thread', 'parallel', 'sync_region_wait', 'sync_region', 'task', 'master', 'reduction',
        'task_create', 'task_schedule', 'cancel', 'mutex_wait', 'critical_section',
        'mutex_released', 'lock_init', 'lock_destroy', 'workshare', 'dispatch', 'flush'
    ] %}
    {{ 'UNION ALL BY NAME' if not loop.first }}
    SELECT '{{ table }}' AS table_kind, *
    FROM {{ source('OPENMP_EVENT_KIND_' ~ table.upper()) }}
    {% endfor %}
)

SELECT
    e.row_id AS event_id,
    interval_start(e."start", e."end") AS start_ns,
    interval_end(e."start", e."end") AS end_ns,
    interval_duration(e."start", e."end") AS duration_ns,
    e.table_kind AS kind,
    name_of(s.text, e.nameId) AS event_name,
    openmp_detail(e.table_kind, e.kind) AS detail,
    e.parallelId AS parallel_id,
    coalesce(e.taskId, e.newTaskId, e.nextTaskId) AS task_id,
    coalesce(e.parentTaskId, e.priorTaskId) AS parent_task_id,
    e.waitId AS wait_id,
    process_of(e.globalTid) AS pid,
    thread_of(e.globalTid) AS tid,
    e.globalTid - thread_of(e.globalTid) AS global_pid,
    e.globalTid AS global_tid
FROM events AS e
LEFT JOIN strings AS s ON s.string_id = e.nameId
