-- name: _named_kernels
-- summary: Kernels under the name that a report asks for.
-- description: The demangled name where the export has none of the kind, the short one where it has no such.
-- needs: _lean_kernels, strings, name_of
-- param: kind VARCHAR -- demangled, base or mangled
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
-- column: name_id BIGINT -- string id of the name
-- column: kernel_name VARCHAR -- the name

WITH named AS (
    SELECT
        *,
        CASE kind
            WHEN 'base' THEN short_name_id
            WHEN 'mangled' THEN coalesce(mangled_name_id, kernel_name_id, short_name_id)
            ELSE coalesce(kernel_name_id, short_name_id)
        END AS name_id
    FROM _lean_kernels
)

SELECT
    n.event_id, n.start_ns, n.end_ns, n.duration_ns, n.global_pid, n.device_id, n.correlation_id,
    n.grid_x, n.grid_y, n.grid_z, n.block_x, n.block_y, n.block_z,
    n.name_id,
    name_of(s.text, n.name_id) AS kernel_name
FROM named AS n
LEFT JOIN strings AS s ON s.string_id = n.name_id
