-- name: _work_details
-- summary: What a drawing tells of an operation beside its name and times.
-- needs: gpu_kernels, gpu_memcpy, gpu_memset
-- column: kind VARCHAR -- kernel, memcpy or memset
-- column: event_id BIGINT -- the row's id in the table of its kind
-- column: kernel_name VARCHAR -- demangled name with its parameters; NULL for all but kernels
-- column: grid VARCHAR -- blocks of the grid, as in 128 x 1 x 1
-- column: block VARCHAR -- threads of a block, as in 256 x 1 x 1
-- column: registers_per_thread BIGINT -- registers of each thread
-- column: static_shared_bytes BIGINT [bytes] -- static shared memory of each block
-- column: dynamic_shared_bytes BIGINT [bytes] -- dynamic shared memory of each block
-- column: copy_kind VARCHAR -- as in Host-to-Device; NULL for all but copies
-- column: src_kind VARCHAR -- kind of memory read by a copy
-- column: dst_kind VARCHAR -- kind of memory written by a copy or memset

SELECT
    'kernel' AS kind,
    event_id,
    kernel_name,
    nullif(concat_ws(' x ', grid_x, grid_y, grid_z), '') AS grid,
    nullif(concat_ws(' x ', block_x, block_y, block_z), '') AS block,
    registers_per_thread,
    static_shared_bytes,
    dynamic_shared_bytes,
    NULL::VARCHAR AS copy_kind,
    NULL::VARCHAR AS src_kind,
    NULL::VARCHAR AS dst_kind
FROM gpu_kernels
UNION ALL
SELECT 'memcpy', event_id, NULL, NULL, NULL, NULL, NULL, NULL, copy_kind, src_kind, dst_kind
FROM gpu_memcpy
UNION ALL
SELECT 'memset', event_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, mem_kind
FROM gpu_memset
