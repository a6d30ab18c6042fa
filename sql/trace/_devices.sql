-- name: _devices
-- summary: Which physical GPU each process means by a CUDA device ordinal.
-- description: Only exports of nsys 2025.1 and later say so; elsewhere the ordinal stands for the GPU.
-- keep: small, and joined to every device operation
-- reads: TARGET_INFO_CUDA_DEVICE gpuId cudaId pid
-- column: pid BIGINT -- process id
-- column: device_id BIGINT -- CUDA ordinal inside that process
-- column: gpu_id BIGINT -- the physical GPU

SELECT pid, cudaId AS device_id, min(gpuId) AS gpu_id
FROM {{ source('TARGET_INFO_CUDA_DEVICE') }}
WHERE gpuId IS NOT NULL
GROUP BY pid, cudaId
