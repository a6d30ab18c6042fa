-- name: callchains
-- summary: Stacks of CPU samples and backtraces of calls, one row per function.
-- description: A stack is (kind, callchain_id). The kind says which view refers to it: cpu_sample
--     by event_id of cpu_samples; cuda, os_runtime and syscall by callchain_id of cuda_api,
--     os_runtime and syscalls.
-- needs: strings
-- reads: SAMPLING_CALLCHAINS id! symbol module stackDepth! originalIP unresolved
-- reads: CUDA_CALLCHAINS id! symbol module stackDepth! originalIP unresolved
-- reads: OSRT_CALLCHAINS id! symbol module stackDepth! originalIP unresolved
-- reads: SYSCALL_CALLCHAINS id! symbol module stackDepth! originalIP unresolved
-- column: kind VARCHAR -- cpu_sample, cuda, os_runtime or syscall
-- column: callchain_id BIGINT -- the stack
-- column: stack_depth BIGINT -- 0 for the function that was running, more towards the thread's
--     begin
-- column: function_name VARCHAR -- the function, its id in brackets where the name is missing
-- column: module VARCHAR -- library or program of the function
-- column: is_resolved BOOLEAN -- whether a name was found for the address
-- column: instruction_address BIGINT -- address in the function; NULL where unknown

WITH frames AS (
    SELECT 'cpu_sample' AS kind, * FROM {{ source('SAMPLING_CALLCHAINS') }}
    UNION ALL
    SELECT 'cuda', * FROM {{ source('CUDA_CALLCHAINS') }}
    UNION ALL
    SELECT 'os_runtime', * FROM {{ source('OSRT_CALLCHAINS') }}
    UNION ALL
    SELECT 'syscall', * FROM {{ source('SYSCALL_CALLCHAINS') }}
)

SELECT
    f.kind,
    f.id AS callchain_id,
    f.stackDepth AS stack_depth,
    coalesce(s.text, '[' || f.symbol || ']') AS function_name,
    coalesce(m.text, '[' || f.module || ']') AS module,
    coalesce(f.unresolved, 0) = 0 AS is_resolved,
    nullif(f.originalIP, 0) AS instruction_address
FROM frames AS f
LEFT JOIN strings AS s ON s.string_id = f.symbol
LEFT JOIN strings AS m ON m.string_id = f.module
