-- name: _gpu_ids
-- summary: The GPUs that device work ran on, or that the export lists, as processes name them.
-- needs: _kernels, _device_ops, _devices
-- reads: TARGET_INFO_GPU id deviceId
-- column: pid BIGINT -- process id; NULL for a GPU that is only listed
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell

WITH used AS (
    SELECT DISTINCT pid, device_id FROM _kernels
    UNION
    SELECT DISTINCT pid, device_id FROM _device_ops
    UNION
    SELECT NULL, coalesce(id, deviceId) FROM {{ source('TARGET_INFO_GPU') }}
)

SELECT u.pid, u.device_id, coalesce(d.gpu_id, u.device_id) AS gpu_id
FROM used AS u
LEFT JOIN _devices AS d ON d.pid = u.pid AND d.device_id = u.device_id
