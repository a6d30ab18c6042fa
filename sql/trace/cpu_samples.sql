-- name: cpu_samples
-- summary: Samples of what the CPUs were running, with the function on top of the stack.
-- description: A share of CPU time is a share of weight, not of rows: rows of weight 0 are stacks
--     taken when a thread was taken off its CPU. The whole stack is in callchains.
-- window: clip
-- needs: process_of, thread_of, strings, thread_state_name
-- reads: COMPOSITE_EVENTS id! start! cpu threadState globalTid cpuCycles
-- reads: SAMPLING_CALLCHAINS id! symbol module stackDepth!
-- column: event_id BIGINT -- the sample's id, and that of its stack in callchains
-- column: start_ns BIGINT [ns] -- time of the sample
-- column: end_ns BIGINT [ns] -- NULL: a sample has no length
-- column: duration_ns BIGINT [ns] -- NULL: a sample has no length
-- column: function_name VARCHAR -- function on top of the stack; NULL for a sample without stack
-- column: module VARCHAR -- library or program of that function
-- column: weight BIGINT -- what the sample counts for
-- column: thread_state VARCHAR -- as in Running
-- column: cpu BIGINT -- CPU that the thread ran on
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_pid BIGINT -- process id with host and VM, as the device tables have it
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

WITH leaves AS (
    SELECT id, symbol, module
    FROM {{ source('SAMPLING_CALLCHAINS') }}
    WHERE stackDepth = 0
)

SELECT
    c.id AS event_id,
    c."start" AS start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    coalesce(s.text, '[' || l.symbol || ']') AS function_name,
    coalesce(m.text, '[' || l.module || ']') AS module,
    c.cpuCycles AS weight,
    thread_state_name(c.threadState) AS thread_state,
    c.cpu AS cpu,
    process_of(c.globalTid) AS pid,
    thread_of(c.globalTid) AS tid,
    c.globalTid - thread_of(c.globalTid) AS global_pid,
    c.globalTid AS global_tid
FROM {{ source('COMPOSITE_EVENTS') }} AS c
LEFT JOIN leaves AS l ON l.id = c.id
LEFT JOIN strings AS s ON s.string_id = l.symbol
LEFT JOIN strings AS m ON m.string_id = l.module
