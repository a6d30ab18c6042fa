-- name: um_sum
-- title: Unified Memory Analysis Summary
-- summary: Managed memory by address: bytes moved and page faults.
-- description: An address is that of the page or block that moved or faulted, in all processes
--     together. Throughput is the bytes moved over the time of the moves. nsys divides integers on
--     the way and shows nsys_throughput, which is lower and 0 from a second on; and it needs faults
--     of both sides, where one is enough here. CPU faults are rows, GPU faults the faults that
--     their rows stand for.
-- requires: um_page_faults, um_migrations
-- wants: um_page_faults
-- needs: um_page_faults, um_migrations
-- param: rows INTEGER = 10 all -1 -- rows to return; 0 or -1 for all
-- column: address BIGINT -- virtual base address
-- column: htod_bytes BIGINT [bytes] -- moved from host to device; NULL for none, or none recorded
-- column: dtoh_bytes BIGINT [bytes] -- moved from device to host; NULL for none, or none recorded
-- column: cpu_faults BIGINT -- page faults on the CPU; NULL for none, or none recorded
-- column: gpu_faults BIGINT -- page faults on the GPU; NULL for none, or none recorded
-- column: throughput DOUBLE [bytes/s] -- bytes moved over the time of the moves; NULL for none, or none recorded
-- column: nsys_throughput BIGINT [bytes/s] -- as nsys computes it
-- nsys: "Virtual Address" address addr
-- nsys: "HtoD Migration size (MB)" htod_bytes mem
-- nsys: "DtoH Migration size (MB)" dtoh_bytes mem
-- nsys: "CPU Page Faults" cpu_faults int
-- nsys: " GPU Page Faults" gpu_faults int
-- nsys: "Migration Throughput (MB/s)" nsys_throughput thru
-- example: SELECT direction, count(*) AS moves, sum(bytes) AS bytes FROM um_migrations GROUP BY ALL
--     ORDER BY ALL

WITH events AS (
    SELECT
        address,
        CASE direction WHEN 'HtoD' THEN bytes END AS htod_bytes,
        CASE direction WHEN 'DtoH' THEN bytes END AS dtoh_bytes,
        duration_ns,
        NULL::BIGINT AS cpu_faults,
        NULL::BIGINT AS gpu_faults
    FROM um_migrations
    UNION ALL
    SELECT
        address,
        NULL,
        NULL,
        NULL,
        CASE side WHEN 'CPU' THEN fault_count END,
        CASE side WHEN 'GPU' THEN fault_count END
    FROM um_page_faults
),

per_address AS (
    SELECT
        address,
        sum(htod_bytes)::BIGINT AS htod_bytes,
        sum(dtoh_bytes)::BIGINT AS dtoh_bytes,
        sum(cpu_faults)::BIGINT AS cpu_faults,
        sum(gpu_faults)::BIGINT AS gpu_faults,
        (coalesce(sum(htod_bytes), 0) + coalesce(sum(dtoh_bytes), 0))::BIGINT AS bytes,
        nullif(sum(duration_ns), 0)::BIGINT AS moving_ns
    FROM events
    GROUP BY address
)

SELECT
    address,
    htod_bytes,
    dtoh_bytes,
    cpu_faults,
    gpu_faults,
    bytes * 1e9::DOUBLE / moving_ns AS throughput,
    bytes * (1000000000 // moving_ns) AS nsys_throughput
FROM per_address
ORDER BY throughput DESC NULLS LAST, address
LIMIT CASE WHEN $rows > 0 THEN $rows END
