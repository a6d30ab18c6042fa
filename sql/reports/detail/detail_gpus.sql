-- name: detail_gpus
-- summary: The GPUs of the machine as the export describes them, whether or not they worked.
-- command: summarize
-- needs: gpus
-- column: gpu_id BIGINT -- the physical GPU
-- column: gpu_name VARCHAR -- as in Tesla T4
-- column: chip_name VARCHAR -- as in TU104
-- column: compute_capability VARCHAR -- as in 9.0
-- column: sm_count BIGINT -- streaming multiprocessors
-- column: memory_bytes BIGINT [bytes] -- memory of the GPU
-- column: memory_bytes_per_s BIGINT [bytes/s] -- peak bandwidth of that memory
-- column: clock_hz BIGINT [Hz] -- peak clock

SELECT
    gpu_id,
    gpu_name,
    chip_name,
    compute_capability,
    sm_count,
    memory_bytes,
    bandwidth AS memory_bytes_per_s,
    clock_hz
FROM gpus
ORDER BY gpu_id, bus_location, gpu_name
