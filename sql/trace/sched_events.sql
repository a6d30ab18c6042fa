-- name: sched_events
-- summary: When threads were put on a CPU and taken off it, as intervals.
-- description: A row lasts until the next one of the same thread; the last one of a thread has no
--     end.
-- window: clip
-- needs: process_of, thread_of, thread_state_name, thread_block_name
-- reads: SCHED_EVENTS start! isSchedIn! cpu globalTid threadState threadBlock
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- when the thread was put on or taken off
-- column: end_ns BIGINT [ns] -- the thread's next change; NULL for its last
-- column: duration_ns BIGINT [ns] -- end minus start; NULL for the thread's last change
-- column: is_running BOOLEAN -- on a CPU from then on, else off
-- column: cpu BIGINT -- the CPU it was put on or taken off
-- column: thread_state VARCHAR -- state of a thread taken off, as in Waiting; NULL where unknown
-- column: thread_block VARCHAR -- what it waits for, as in Mutex; NULL where unknown
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH changes AS (
    SELECT
        *,
        CASE
            WHEN globalTid IS NOT NULL
                THEN lead("start") OVER (PARTITION BY globalTid ORDER BY "start", row_id)
        END AS next_start
    FROM {{ source('SCHED_EVENTS') }}
)

SELECT
    row_id AS event_id,
    "start" AS start_ns,
    next_start AS end_ns,
    next_start - "start" AS duration_ns,
    isSchedIn <> 0 AS is_running,
    cpu AS cpu,
    CASE WHEN isSchedIn = 0 THEN thread_state_name(threadState) END AS thread_state,
    CASE WHEN isSchedIn = 0 THEN thread_block_name(threadBlock) END AS thread_block,
    process_of(globalTid) AS pid,
    thread_of(globalTid) AS tid,
    globalTid - thread_of(globalTid) AS global_pid,
    globalTid AS global_tid
FROM changes
