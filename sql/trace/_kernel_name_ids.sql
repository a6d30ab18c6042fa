-- name: _kernel_name_ids
-- summary: String ids of the names of all kernels of the whole capture, whatever the window.
-- from: gpu_kernels
-- reads: CUPTI_ACTIVITY_KIND_KERNEL shortName! demangledName
-- column: kernel_name_id BIGINT -- string id of the demangled name
-- column: short_name_id BIGINT -- string id of the short name

SELECT demangledName AS kernel_name_id, shortName AS short_name_id
FROM {{ source('CUPTI_ACTIVITY_KIND_KERNEL') }}
