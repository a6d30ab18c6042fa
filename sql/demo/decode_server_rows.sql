-- name: decode_server_rows
-- summary: The demo trace's rows, in the form of an Nsight Systems export.
-- description: SQLite dialect, run after decode_server_clocks.sql, whose operations and clocks it turns
--     into strings, calls, kernels, copies, NVTX events and samples.

-- Strings, process, threads
INSERT INTO StringIds (id, value)
SELECT ROW_NUMBER() OVER (ORDER BY value), value
FROM (
    SELECT short AS value FROM kern UNION SELECT demangled FROM kern UNION SELECT mangled FROM kern
    UNION SELECT fn FROM op UNION SELECT arg FROM op WHERE op IN ('os', 'host')
    UNION VALUES ('decode'), ('prefill'), ('forward'), ('attention'), ('mlp'), ('ncclAllReduce'),
        ('llm-engine'), ('llm-tokenizer'), ('poll'), ('ioctl'), ('cuLaunchKernel'), ('bpe_merge'),
        ('Engine::step'), ('Worker::encode'), ('serve_llm'), ('main'), ('libc.so.6'),
        ('libcuda.so.1')
)
WHERE value IS NOT NULL;
INSERT INTO PROCESSES SELECT pid, 4242, 'serve_llm' FROM who;
INSERT INTO ThreadNames
SELECT id, 20, CASE value WHEN 'llm-engine' THEN engine ELSE worker END
FROM StringIds, who WHERE value IN ('llm-engine', 'llm-tokenizer');

-- CUDA calls. The nodes of a graph have none of their own, but the correlation of its launch; a
-- graph belongs to a batch size (and, of PIECEWISE, a layer) and a GPU.
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
SELECT call_start, call_end, fn = 'cuLaunchKernelEx', engine, correlation, id, 0, NULL
FROM work JOIN StringIds ON value = fn ORDER BY call_start;
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL
SELECT
    gpu_start, gpu_end, gpu, gpu + 1, 0, w.stream, correlation, pid, d.id, sh.id, m.id, 1, 1,
    regs, grid * CASE run WHEN 'P' THEN 8 ELSE 1 END, 1, 1, block, 1, 1, 0, smem, 0, 250871808, n,
    smem + 1024, (graph << 32) + n - graph_n, smem > 49152, NULL, NULL, NULL, graph, 0, 0, 0, 1,
    0, 0, NULL, '[]'
FROM (
    SELECT *, CASE WHEN in_graph THEN
        gpu + CASE run WHEN 'F' THEN 4 + 2 * bucket ELSE 16 + 8 * bucket + 2 * i END END AS graph
    FROM work WHERE op = 'kern'
) AS w
JOIN kern AS k ON k.k = w.arg
JOIN StringIds AS d ON d.value = k.demangled
JOIN StringIds AS sh ON sh.value = k.short
JOIN StringIds AS m ON m.value = k.mangled
ORDER BY gpu_start, gpu, n;

-- Copies (pageable 0, pinned 1, device 2), memsets, synchronization, allocations
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY
SELECT
    gpu_start, gpu_end, gpu, gpu + 1, 0, stream, correlation, pid, bytes, 1 + (op = 'd2h'), NULL,
    CASE op WHEN 'h2d' THEN 1 - pageable ELSE 2 END,
    CASE op WHEN 'h2d' THEN 2 ELSE 1 - pageable END,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1
FROM work WHERE op IN ('h2d', 'd2h') ORDER BY gpu_start, gpu;
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET
SELECT gpu_start, gpu_end, gpu, gpu + 1, 0, stream, correlation, pid, 0, 4096, NULL, 2
FROM work WHERE op = 'set' ORDER BY gpu_start, gpu;
INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION
SELECT
    call_start + 300, call_end - 300, gpu, gpu + 1, NULL, on_stream, correlation, pid, NULL, kind,
    CASE kind WHEN 2 THEN 40 + gpu ELSE 4294967295 END, 0
FROM work JOIN (
    SELECT 'cudaStreamWaitEvent_v3020' AS name, 2 AS kind, 20 AS on_stream
    UNION ALL SELECT 'cudaStreamSynchronize_v3020', 3, 14
    UNION ALL SELECT 'cudaDeviceSynchronize_v3020', 4, 4294967295
) ON name = fn
ORDER BY call_start;
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS (
    start, globalPid, deviceId, contextId, address, pc, bytes, memKind, memoryOperationType,
    correlationId
)
SELECT
    call_end - 2000, pid, gpu, gpu + 1, (127 << 40) + (CASE run WHEN 'L' THEN i ELSE 9 END << 36),
    94 << 40, CASE run WHEN 'L' THEN (3 - i) << 33 ELSE 1 << 29 END, 2, fn = 'cudaFree_v3020',
    correlation
FROM work WHERE fn IN ('cudaMalloc_v3020', 'cudaFree_v3020') ORDER BY call_start;

-- NVTX: registered names by id, the others as text; NCCL's ranges in a domain of their own
INSERT INTO NVTX_EVENTS (
    start, end, eventType, rangeId, category, text, globalTid, endGlobalTid, textId, domainId,
    uint64Value
)
SELECT
    h, pop, 59, NULL, CASE arg WHEN 'decode' THEN 1 END, CASE WHEN id IS NULL THEN arg END, engine,
    NULL, id, arg = 'ncclAllReduce',
    CASE arg WHEN 'decode' THEN s - 5 WHEN 'prefill' THEN padded END
FROM (SELECT *, LEAD(h) OVER (PARTITION BY arg ORDER BY n) AS pop FROM work WHERE op LIKE 'p%')
LEFT JOIN StringIds ON value = arg WHERE op = 'push'
UNION ALL
SELECT
    h, NULL, 34, NULL, NULL, 'CG_DISPATCH:actual=' || actual || ':mode='
    || CASE run WHEN 'F' THEN 'FULL' WHEN 'W' THEN 'PIECEWISE' ELSE 'NONE' END
    || ':padded=' || padded, engine, NULL, NULL, 0, NULL
FROM work WHERE op = 'mark'
UNION ALL
SELECT start, "end", 59, NULL, NULL, 'tokenize', worker, NULL, NULL, 0, NULL FROM tokenize
UNION ALL
SELECT MIN(h), MAX(h), 60, id, NULL, 'request batch', worker, engine, NULL, 0, NULL
FROM work JOIN (SELECT 1 AS id, 1 AS a, 34 AS b UNION ALL SELECT 2, 24, 58) ON s BETWEEN a AND b
GROUP BY id
UNION ALL SELECT 40000000, NULL, 75, NULL, NULL, 'NCCL', engine, NULL, NULL, 1, NULL FROM who
UNION ALL SELECT 40010000, NULL, 33, NULL, 1, 'engine', engine, NULL, NULL, 0, NULL FROM who
ORDER BY 1, 2 DESC;

-- OS runtime: what the engine calls itself, what CUDA's calls do inside, what the worker waits for
INSERT INTO OSRT_API
SELECT start, "end", 27, tid, id, 0, 0, 0
FROM (
    SELECT h AS start, h + spent AS "end", engine AS tid, arg AS name FROM work WHERE op = 'os'
    UNION ALL SELECT call_start + 20000, call_end - 9000, engine, 'poll' FROM work WHERE op = 'sync'
    UNION ALL SELECT call_start + 15000, call_end - 12000, engine, 'ioctl' FROM work
        WHERE fn IN ('cudaMalloc_v3020', 'cudaFree_v3020')
    UNION ALL SELECT before + 30000, start - 120000, worker, 'pthread_cond_wait' FROM tokenize
    UNION ALL SELECT start - 90000, start - 10000, worker, 'read' FROM tokenize
)
JOIN StringIds ON value = name WHERE start IS NOT NULL ORDER BY start;

-- Samples of the call stack: the engine every 10 ms, the worker once in each range
INSERT INTO COMPOSITE_EVENTS
WITH RECURSIVE tick (at) AS (
    SELECT 61000000 UNION ALL SELECT at + 9970000 FROM tick WHERE at < (SELECT MAX(h) FROM work)
)
SELECT ROW_NUMBER() OVER (ORDER BY at, tid), at, tid % 32, 1, tid, 1
FROM (
    SELECT at, engine AS tid FROM tick, who
    UNION ALL SELECT start + 500000, worker FROM tokenize
);
INSERT INTO SAMPLING_CALLCHAINS
WITH frame (id, depth, name) AS (
    SELECT id, 0, CASE globalTid WHEN worker THEN 'bpe_merge' ELSE (
        SELECT CASE WHEN op IN ('os', 'host') THEN arg WHEN op = 'sync' THEN 'poll'
            WHEN arg IN ('cudaMalloc_v3020', 'cudaFree_v3020') THEN 'ioctl'
            ELSE 'cuLaunchKernel' END
        FROM work WHERE h <= start ORDER BY n DESC LIMIT 1
    ) END FROM COMPOSITE_EVENTS, who
    UNION ALL
    SELECT id, 1, CASE globalTid WHEN worker THEN 'Worker::encode' ELSE 'Engine::step' END
    FROM COMPOSITE_EVENTS, who
    UNION ALL
    SELECT id, 2, 'main' FROM COMPOSITE_EVENTS
)
SELECT frame.id, name.id, module.id, 0, 0, 0, NULL, (94 << 40) + name.id * 4096, 7, depth
FROM frame
JOIN StringIds AS name ON name.value = frame.name
JOIN StringIds AS module ON module.value = CASE
    WHEN frame.name IN ('poll', 'ioctl', 'read', 'pthread_cond_wait') THEN 'libc.so.6'
    WHEN frame.name = 'cuLaunchKernel' THEN 'libcuda.so.1' ELSE 'serve_llm' END
ORDER BY 1, depth;
