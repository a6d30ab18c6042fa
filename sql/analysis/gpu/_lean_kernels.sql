-- name: _lean_kernels
-- summary: Kernels with ids in place of names, for reports that group them.
-- description: From the table itself, without the joins that names and GPUs take, unless the run is
--     restricted to a GPU.
-- needs: _kernels, gpu_kernels
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: correlation_id BIGINT -- ties the operation to the API call of the same process
-- column: grid_x BIGINT -- blocks of the grid in x
-- column: grid_y BIGINT -- blocks of the grid in y
-- column: grid_z BIGINT -- blocks of the grid in z
-- column: block_x BIGINT -- threads of a block in x
-- column: block_y BIGINT -- threads of a block in y
-- column: block_z BIGINT -- threads of a block in z
-- column: kernel_name_id BIGINT -- string id of the demangled name
-- column: short_name_id BIGINT -- string id of the short name
-- column: mangled_name_id BIGINT -- string id of the mangled name

SELECT
    event_id, start_ns, end_ns, duration_ns, global_pid, device_id, correlation_id, grid_x, grid_y, grid_z,
    block_x, block_y, block_z, kernel_name_id, short_name_id, mangled_name_id
FROM {{ 'gpu_kernels' if shape.one_gpu else '_kernels' }}
