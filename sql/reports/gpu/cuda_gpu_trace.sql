-- name: cuda_gpu_trace
-- title: CUDA GPU Trace
-- summary: Every kernel, copy and memset in order of time.
-- description: gb_per_s is bytes over time. nsys rounds 10^9 over the duration down before it multiplies by the
--     bytes, which gives too little, and 0 for what takes longer than a second: nsys_bytes_per_s is that
--     figure. nsys also takes a process's CUDA ordinal for the GPU's number: nsys_device is its text, gpu_id
--     the GPU. With --nsys-headers its own figures are printed. With nvtx_name the name is that of the
--     innermost NVTX range around the launching call, a slash, and the kernel's. The operation is named as
--     nsys of the export's time does: [CUDA memcpy HtoD] before schema 3.0, since then [CUDA memcpy
--     Host-to-Device].
-- requires: gpu_kernels, gpu_memcpy, gpu_memset
-- needs: gpu_kernels, gpus, _memory_ops, _kernel_ranges if nvtx_name
-- param: name_kind VARCHAR = 'demangled' of demangled|base|mangled -- a kernel's name with its parameters,
--     without, or as the compiler made it; the first where the export has no such
-- param: nvtx_name BOOLEAN = FALSE -- put the innermost NVTX range around the launch before a kernel's name
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: duration_ns BIGINT [ns] -- time on the device; NULL where the row has no usable time
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: grid_x BIGINT -- blocks of the grid in x; NULL for copies and memsets, as all of the kernel
-- column: grid_y BIGINT -- blocks of the grid in y
-- column: grid_z BIGINT -- blocks of the grid in z
-- column: block_x BIGINT -- threads of a block in x
-- column: block_y BIGINT -- threads of a block in y
-- column: block_z BIGINT -- threads of a block in z
-- column: registers_per_thread BIGINT -- registers of each thread
-- column: static_shared_bytes BIGINT [bytes] -- static shared memory of each block
-- column: dynamic_shared_bytes BIGINT [bytes] -- dynamic shared memory of each block
-- column: bytes BIGINT [bytes] -- bytes copied or set; NULL for kernels
-- column: gb_per_s DOUBLE [GB/s] -- 10^9 bytes a second: bytes over time
-- column: nsys_bytes_per_s BIGINT [bytes/s] -- the same as nsys has it
-- column: src_kind VARCHAR -- kind of memory read, of memsets written
-- column: dst_kind VARCHAR -- kind of memory written
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: nsys_device VARCHAR -- name and number of the GPU as nsys has them
-- column: context_id BIGINT -- CUDA context
-- column: green_context_id BIGINT -- green context; NULL for none
-- column: stream_id BIGINT -- stream inside the context
-- column: name VARCHAR -- the kernel, or as in [CUDA memcpy Host-to-Device]
-- column: gbps DOUBLE [GB/s] -- old name of gb_per_s
-- nsys: "Start (ns)" start_ns ts
-- nsys: "Duration (ns)" duration_ns dur
-- nsys: "CorrId" correlation_id int
-- nsys: "GrdX" grid_x int
-- nsys: "GrdY" grid_y int
-- nsys: "GrdZ" grid_z int
-- nsys: "BlkX" block_x int
-- nsys: "BlkY" block_y int
-- nsys: "BlkZ" block_z int
-- nsys: "Reg/Trd" registers_per_thread int
-- nsys: "StcSMem (MB)" static_shared_bytes mem
-- nsys: "DymSMem (MB)" dynamic_shared_bytes mem
-- nsys: "Bytes (MB)" bytes mem
-- nsys: "Throughput (MBps)" nsys_bytes_per_s thru before 3.20
-- nsys: "Throughput (MB/s)" nsys_bytes_per_s thru since 3.20
-- nsys: "SrcMemKd" src_kind text
-- nsys: "DstMemKd" dst_kind text
-- nsys: "Device" nsys_device text
-- nsys: "Ctx" context_id int
-- nsys: "GreenCtx" green_context_id int since 3.13
-- nsys: "Strm" stream_id int
-- nsys: "Name" name text
-- example: SELECT start_ns, duration_ns, kind, name FROM gpu_activity ORDER BY start_ns LIMIT 10

WITH ops AS (
    SELECT
        'kernel' AS kind,
        k.event_id, k.start_ns, k.duration_ns, k.correlation_id,
        k.grid_x, k.grid_y, k.grid_z, k.block_x, k.block_y, k.block_z,
        k.registers_per_thread, k.static_shared_bytes, k.dynamic_shared_bytes,
        NULL::BIGINT AS bytes, NULL AS src_kind, NULL AS dst_kind,
        k.gpu_id, k.device_id, k.context_id, k.green_context_id, k.stream_id,
        {{ "coalesce(r.range_label || '/', '') || " if 'nvtx_name' in shape.asked }}CASE $name_kind
            WHEN 'base' THEN k.short_name
            WHEN 'mangled' THEN coalesce(k.mangled_name, k.kernel_name)
            ELSE k.kernel_name
        END AS name
    FROM gpu_kernels AS k
    {% if 'nvtx_name' in shape.asked %}
    LEFT JOIN _kernel_ranges AS r ON $nvtx_name AND r.event_id = k.event_id
    {% endif %}
    UNION ALL
    SELECT
        m.kind,
        m.event_id, m.start_ns, m.duration_ns, m.correlation_id,
        NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, NULL, NULL,
        m.bytes, m.src_kind, m.dst_kind,
        m.gpu_id, m.device_id, m.context_id, m.green_context_id, m.stream_id,
        m.operation
    FROM _memory_ops AS m
)

SELECT
    o.start_ns,
    o.duration_ns,
    o.correlation_id,
    o.grid_x, o.grid_y, o.grid_z, o.block_x, o.block_y, o.block_z,
    o.registers_per_thread,
    o.static_shared_bytes,
    o.dynamic_shared_bytes,
    o.bytes,
    o.bytes::DOUBLE / nullif(o.duration_ns, 0) AS gb_per_s,
    o.bytes * (1000000000 // nullif(o.duration_ns, 0)) AS nsys_bytes_per_s,
    o.src_kind,
    o.dst_kind,
    o.gpu_id,
    coalesce(g.gpu_name, '') || ' (' || o.device_id || ')' AS nsys_device,
    o.context_id,
    o.green_context_id,
    o.stream_id,
    o.name,
    gb_per_s AS gbps
FROM ops AS o
LEFT JOIN gpus AS g ON g.gpu_id = o.device_id
ORDER BY o.start_ns, o.kind, o.event_id
LIMIT nullif($rows, 0)
