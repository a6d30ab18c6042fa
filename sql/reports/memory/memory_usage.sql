-- name: memory_usage
-- title: GPU Memory over Time
-- summary: Each allocation and deallocation of GPU memory, and what is in use after it.
-- description: Per GPU, process and kind of memory, as in memory_in_use: memory allocated before the capture began
--     is not in it, and takes nothing from it when it is freed. Memory that a framework keeps in a cache of its
--     own counts as in use.
-- requires: gpu_memory_events first
-- needs: memory_in_use
-- param: rows INTEGER = 0 all 0 -- rows to return, the first in time; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: mem_kind VARCHAR -- as in Device or Managed
-- column: at_ns BIGINT [ns] -- time of the operation
-- column: memory_operation VARCHAR -- allocation or deallocation
-- column: bytes BIGINT [bytes] -- bytes allocated or freed
-- column: in_use_bytes BIGINT [bytes] -- in use after it, of that GPU, process and kind
-- column: gpu_in_use_bytes BIGINT [bytes] -- in use after it on that GPU, of all processes and kinds
-- column: is_unmatched BOOLEAN -- a deallocation whose allocation the capture does not have: it takes nothing from the sum
-- example: SELECT start_ns, memory_operation, bytes, mem_kind FROM gpu_memory_events ORDER BY start_ns LIMIT 10

SELECT
    gpu_id,
    pid,
    mem_kind,
    start_ns AS at_ns,
    memory_operation,
    bytes,
    in_use_bytes,
    gpu_in_use_bytes,
    is_unmatched
FROM memory_in_use
QUALIFY
    $rows::INTEGER = 0 OR row_number() OVER (ORDER BY start_ns, event_id) <= $rows::INTEGER
ORDER BY start_ns, event_id
