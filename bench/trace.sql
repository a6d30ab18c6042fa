-- A trace of any size for measurements, in SQLite's dialect. Runs after sql/demo/schema.sql, with the
-- size in a temporary table: bench (kernels, spanning), one row. Per kernel there are three API
-- calls, a tenth of a copy, a twentieth of a memset and a twentieth of an NVTX range. Ranges nest
-- five deep under a few hundred texts, half of them inline and half by id; `spanning` ranges, each
-- with its own text, reach over everything. A third of the kernels are nodes of CUDA graphs. One
-- kernel begins every 5 us, 2 to 6.5 us long, so that about half of them overlap the next one.

CREATE TEMP TABLE numbers AS
WITH RECURSIVE counter (i) AS (
    SELECT 0
    UNION ALL
    SELECT i + 1 FROM counter, bench WHERE i + 1 < 3 * kernels
)
SELECT i FROM counter;

INSERT INTO StringIds
SELECT
    i + 1,
    CASE
        WHEN i < 60 THEN 'kernel_' || i
        WHEN i < 100 THEN 'cudaCall' || i || '_v3020'
        ELSE 'range by id ' || i
    END
FROM numbers
WHERE i < 300;

INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (
    start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName,
    registersPerThread, gridX, gridY, gridZ, blockX, blockY, blockZ, staticSharedMemory,
    dynamicSharedMemory, localMemoryPerThread, localMemoryTotal, gridId, graphNodeId,
    tensorSizeMinusOneElements
)
SELECT
    5000 * i + i * 7919 % 1000,
    5000 * i + i * 7919 % 1000 + 2000 + i * 104729 % 4500,
    0, 1, CASE WHEN i % 5 = 0 THEN 13 ELSE 7 END, 3 * i + 1, (1 << 48) + (4242 << 24),
    1 + i * 31 % 60, 1 + i * 31 % 60,
    64, 128, 1, 1, 256, 1, 1, 0, 1024, 0, 0, i, CASE WHEN i % 3 = 0 THEN 1 + i % 400 END, ''
FROM numbers, bench
WHERE i < kernels;

INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (
    start, end, eventClass, globalTid, correlationId, nameId, returnValue
)
SELECT
    1600 * i, 1600 * i + 300 + i * 7919 % 1000, i % 2, (1 << 48) + (4242 << 24) + 4242, i,
    61 + i * 7 % 40, 0
FROM numbers;

INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY (
    start, end, deviceId, contextId, streamId, correlationId, globalPid, bytes, copyKind
)
SELECT
    50000 * i, 50000 * i + 1500, 0, 1, 7, 30 * i, (1 << 48) + (4242 << 24), 4096, 1 + i % 2
FROM numbers, bench
WHERE i < kernels / 10;

INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET (
    start, end, deviceId, contextId, streamId, correlationId, globalPid, value, bytes
)
SELECT 100000 * i + 700, 100000 * i + 2500, 0, 1, 7, 60 * i, (1 << 48) + (4242 << 24), 0, 4096
FROM numbers, bench
WHERE i < kernels / 20;

INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, textId, domainId)
SELECT
    i / 5 * width + i % 5 * width / 500,
    i / 5 * width + width * 49 / 50 - i % 5 * width / 500,
    59,
    CASE WHEN i % 2 = 0 THEN 'layer ' || (i % 100) END,
    (1 << 48) + (4242 << 24) + 4242,
    CASE WHEN i % 2 = 1 THEN 101 + i % 200 END,
    0
FROM numbers, (SELECT ranges, 25000 * kernels / ranges AS width FROM bench)
WHERE i < ranges;

INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId)
SELECT i, 5000 * kernels - i, 60, 'whole run ' || i, (1 << 48) + (4242 << 24) + 4242, 0
FROM numbers, bench
WHERE i < spanning;
