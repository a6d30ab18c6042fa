-- name: um_page_faults
-- summary: Page faults of managed (unified) memory, on the CPU and on the GPU.
-- description: A row of the GPU side stands for fault_count faults on one page, a row of the CPU
--     side for one. CPU faults have no length.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, strings, _devices,
--     um_access_name
-- reads: CUDA_UM_CPU_PAGE_FAULT_EVENTS start! globalPid address originalFaultPc CpuInstruction
--     module sourceFile sourceLine
-- reads: CUDA_UM_GPU_PAGE_FAULT_EVENTS start! end! globalPid deviceId address numberOfPageFaults
--     faultAccessType
-- column: event_id BIGINT -- the row's id in the table of its side
-- column: start_ns BIGINT [ns] -- time of the fault; on the GPU begin of its handling
-- column: end_ns BIGINT [ns] -- end of its handling; NULL for the CPU side
-- column: duration_ns BIGINT [ns] -- end minus start; NULL for the CPU side
-- column: side VARCHAR -- CPU or GPU: who touched the page
-- column: address BIGINT -- virtual address of the page
-- column: fault_count BIGINT -- faults that the row stands for
-- column: access VARCHAR -- Read, Write, Atomic, Prefetch or Unknown; NULL for the CPU side
-- column: function_name VARCHAR -- CPU function that touched the page; NULL for the GPU side
-- column: module VARCHAR -- library or program of that function; NULL for the GPU side
-- column: source_file VARCHAR -- file of that function; NULL where unknown
-- column: source_line BIGINT -- line in that file; NULL where unknown
-- column: instruction_address BIGINT -- address of the CPU instruction; NULL for the GPU side
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal inside that process; NULL for the CPU side
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell

WITH faults AS (
    SELECT
        row_id, "start", NULL::BIGINT AS "end", 'CPU' AS side, globalPid, NULL::BIGINT AS deviceId,
        address, 1::BIGINT AS fault_count, NULL::BIGINT AS faultAccessType, CpuInstruction, module,
        sourceFile, sourceLine, originalFaultPc
    FROM {{ source('CUDA_UM_CPU_PAGE_FAULT_EVENTS') }}
    UNION ALL
    SELECT
        row_id, "start", "end", 'GPU', globalPid, deviceId,
        address, numberOfPageFaults, faultAccessType, NULL, NULL,
        NULL, NULL, NULL
    FROM {{ source('CUDA_UM_GPU_PAGE_FAULT_EVENTS') }}
)

SELECT
    f.row_id AS event_id,
    interval_start(f."start", f."end") AS start_ns,
    interval_end(f."start", f."end") AS end_ns,
    interval_duration(f."start", f."end") AS duration_ns,
    f.side,
    f.address AS address,
    f.fault_count,
    um_access_name(f.faultAccessType) AS access,
    coalesce(n.text, '[' || f.CpuInstruction || ']') AS function_name,
    coalesce(m.text, '[' || f.module || ']') AS module,
    coalesce(s.text, '[' || nullif(f.sourceFile, 0) || ']') AS source_file,
    nullif(f.sourceLine, 0) AS source_line,
    nullif(f.originalFaultPc, 0) AS instruction_address,
    process_of(f.globalPid) AS pid,
    f.globalPid AS global_pid,
    f.deviceId AS device_id,
    coalesce(d.gpu_id, f.deviceId) AS gpu_id
FROM faults AS f
LEFT JOIN strings AS n ON n.string_id = f.CpuInstruction
LEFT JOIN strings AS m ON m.string_id = f.module
LEFT JOIN strings AS s ON s.string_id = f.sourceFile AND f.sourceFile <> 0
LEFT JOIN _devices AS d ON d.pid = process_of(f.globalPid) AND d.device_id = f.deviceId
