-- name: um_total_sum
-- title: Unified Memory Totals Summary
-- summary: Managed memory of the whole capture: bytes moved, page faults, range of addresses.
-- description: All processes together. CPU faults are rows, GPU faults the faults that their rows
--     stand for. nsys needs moves and faults of both sides, and shows no address where one of them
--     has none; here whatever is there counts, and
--     there is no row where nothing moved and no faults were recorded.
-- requires: um_page_faults, um_migrations
-- wants: um_page_faults
-- needs: um_page_faults, um_migrations, _recorded
-- column: htod_bytes BIGINT [bytes] -- moved from host to device; NULL for none, or none recorded
-- column: dtoh_bytes BIGINT [bytes] -- moved from device to host; NULL for none, or none recorded
-- column: cpu_faults BIGINT -- page faults on the CPU; NULL for none, or none recorded
-- column: gpu_faults BIGINT -- page faults on the GPU; NULL for none, or none recorded
-- column: min_address BIGINT -- smallest virtual address that moved or faulted; NULL for none
-- column: max_address BIGINT -- largest virtual address that moved or faulted; NULL for none
-- nsys: "Total HtoD Migration Size (MB)" htod_bytes mem
-- nsys: "Total DtoH Migration Size (MB)" dtoh_bytes mem
-- nsys: "Total CPU Page Faults" cpu_faults int
-- nsys: "Total GPU PageFaults" gpu_faults int
-- nsys: "Minimum Virtual Address" min_address addr
-- nsys: "Maximum Virtual Address" max_address addr
-- example: SELECT side, sum(fault_count) AS faults FROM um_page_faults GROUP BY ALL ORDER BY ALL

WITH moves AS (
    SELECT
        sum(CASE direction WHEN 'HtoD' THEN bytes END)::BIGINT AS htod_bytes,
        sum(CASE direction WHEN 'DtoH' THEN bytes END)::BIGINT AS dtoh_bytes,
        min(address) AS min_address,
        max(address) AS max_address
    FROM um_migrations
),

faults AS (
    SELECT
        sum(CASE side WHEN 'CPU' THEN fault_count END)::BIGINT AS cpu_faults,
        sum(CASE side WHEN 'GPU' THEN fault_count END)::BIGINT AS gpu_faults,
        min(address) AS min_address,
        max(address) AS max_address
    FROM um_page_faults
)

SELECT
    m.htod_bytes,
    m.dtoh_bytes,
    f.cpu_faults,
    f.gpu_faults,
    least(m.min_address, f.min_address) AS min_address,
    greatest(m.max_address, f.max_address) AS max_address
FROM moves AS m
CROSS JOIN faults AS f
CROSS JOIN _recorded AS r
WHERE r.page_faults OR m.htod_bytes IS NOT NULL OR m.dtoh_bytes IS NOT NULL
ORDER BY ALL
