-- summary: Allocations and deallocations of GPU memory, and how much is in use after each.
-- description: A deallocation belongs to an allocation of the same process and address before it; in exports without
--     addresses, of the same process, GPU, kind and size. One whose allocation the capture does not have (memory
--     that was allocated before the capture began) takes nothing from what is in use. Memory that a framework keeps in
--     a cache of its own counts as in use. Under a window: the operations inside, after all that went before.
-- window: keep start_ns end_ns
-- needs: whole.gpu_memory_events
-- column: event_id BIGINT -- the operation's row, as in gpu_memory_events
-- column: start_ns BIGINT [ns] -- time of the operation
-- column: end_ns BIGINT [ns] -- NULL: the operation has no length in the export
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not say
-- column: pid BIGINT -- process id; NULL where the export does not say
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: mem_kind VARCHAR -- as in Device or Managed
-- column: memory_operation VARCHAR -- allocation or deallocation
-- column: address BIGINT -- virtual address of the memory
-- column: bytes BIGINT [bytes] -- bytes allocated or freed
-- column: is_unmatched BOOLEAN -- a deallocation whose allocation the capture does not have
-- column: change_bytes BIGINT [bytes] -- what the operation adds to the memory in use, below 0 for what it frees
-- column: in_use_bytes BIGINT [bytes] -- in use after it, of that GPU, process and kind
-- column: gpu_in_use_bytes BIGINT [bytes] -- in use after it on that GPU, of all processes and kinds
-- example: SELECT start_ns, memory_operation, bytes, in_use_bytes FROM memory_in_use ORDER BY start_ns LIMIT 10

WITH operations AS (
    SELECT
        event_id, start_ns, end_ns, gpu_id, pid, global_pid, mem_kind, memory_operation, nullif(address, 0) AS address,
        bytes,
        CASE memory_operation WHEN 'allocation' THEN 1 WHEN 'deallocation' THEN -1 ELSE 0 END AS step,
        CASE WHEN nullif(address, 0) IS NULL THEN (gpu_id, mem_kind, bytes) END AS without_address
    FROM whole.gpu_memory_events
    WHERE kind = 'memory'
),

-- allocations less deallocations of an address so far
balanced AS (
    SELECT
        *,
        sum(step) OVER (
            PARTITION BY global_pid, address, without_address ORDER BY start_ns, event_id ROWS UNBOUNDED PRECEDING
        ) AS balance
    FROM operations
),

-- below every balance before, and below 0: freed more often than allocated
matched AS (
    SELECT
        *,
        step < 0 AND balance < least(
            coalesce(
                min(balance) OVER (
                    PARTITION BY global_pid, address, without_address ORDER BY start_ns, event_id
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ),
                0
            ),
            0
        ) AS is_unmatched
    FROM balanced
),

changed AS (
    SELECT *, CASE WHEN is_unmatched THEN 0 ELSE step * coalesce(bytes, 0) END AS change_bytes
    FROM matched
)

SELECT
    event_id,
    start_ns,
    end_ns,
    gpu_id,
    pid,
    global_pid,
    mem_kind,
    memory_operation,
    address,
    bytes,
    is_unmatched,
    change_bytes::BIGINT AS change_bytes,
    sum(change_bytes) OVER (
        PARTITION BY gpu_id, global_pid, mem_kind ORDER BY start_ns, event_id ROWS UNBOUNDED PRECEDING
    )::BIGINT AS in_use_bytes,
    sum(change_bytes) OVER (
        PARTITION BY gpu_id ORDER BY start_ns, event_id ROWS UNBOUNDED PRECEDING
    )::BIGINT AS gpu_in_use_bytes
FROM changed
