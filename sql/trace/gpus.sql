-- name: gpus
-- summary: The GPUs of the machine as the export describes them.
-- description: No rows where the export does not (as in many containers), whatever ran there. Exports of 2020
--     and 2021 have another table, whose bandwidth and size of memory are not to be trusted: NULL.
-- reads: TARGET_INFO_GPU id deviceId name:VARCHAR chipName:VARCHAR busLocation:VARCHAR uuid:VARCHAR
--     smCount totalMemory memoryBandwidth clockRate l2CacheSize computeMajor computeMinor
--     maxWarpsPerSm maxBlocksPerSm maxRegistersPerSm maxShmemPerSm isDiscrete
-- reads: TARGET_INFO_CUDA_GPU deviceId! name:VARCHAR pciBusId:VARCHAR l2CacheSize coreClockRate
--     numMultiprocessors computeCapabilityMajor computeCapabilityMinor
-- column: gpu_id BIGINT -- the physical GPU
-- column: gpu_name VARCHAR -- as in Tesla T4
-- column: chip_name VARCHAR -- as in TU104
-- column: sm_count BIGINT -- streaming multiprocessors
-- column: memory_bytes BIGINT [bytes] -- memory of the GPU
-- column: bandwidth BIGINT [bytes/s] -- peak bandwidth of that memory
-- column: clock_hz BIGINT [Hz] -- peak clock
-- column: l2_cache_bytes BIGINT [bytes] -- level 2 cache
-- column: compute_capability VARCHAR -- as in 9.0
-- column: max_warps_per_sm BIGINT -- warps that can be resident on a multiprocessor
-- column: max_blocks_per_sm BIGINT -- blocks that can be resident on a multiprocessor
-- column: registers_per_sm BIGINT -- 32-bit registers of a multiprocessor
-- column: shared_bytes_per_sm BIGINT [bytes] -- shared memory of a multiprocessor
-- column: is_discrete BOOLEAN -- a card of its own, else part of the processor
-- column: bus_location VARCHAR -- place on the PCI bus
-- column: uuid VARCHAR -- the GPU's unique id

SELECT
    coalesce(id, deviceId) AS gpu_id,
    nullif(name, '') AS gpu_name,
    nullif(chipName, '') AS chip_name,
    nullif(smCount, 0) AS sm_count,
    nullif(totalMemory, 0) AS memory_bytes,
    nullif(memoryBandwidth, 0) AS bandwidth,
    nullif(clockRate, 0) AS clock_hz,
    nullif(l2CacheSize, 0) AS l2_cache_bytes,
    nullif(computeMajor, 0) || '.' || computeMinor AS compute_capability,
    nullif(maxWarpsPerSm, 0) AS max_warps_per_sm,
    nullif(maxBlocksPerSm, 0) AS max_blocks_per_sm,
    nullif(maxRegistersPerSm, 0) AS registers_per_sm,
    nullif(maxShmemPerSm, 0) AS shared_bytes_per_sm,
    isDiscrete <> 0 AS is_discrete,
    nullif(busLocation, '') AS bus_location,
    nullif(uuid, '') AS uuid
FROM {{ source('TARGET_INFO_GPU') }}
UNION ALL
-- one row for each process and GPU; the clock is in kHz
SELECT
    deviceId,
    nullif(min(name), ''),
    NULL,
    nullif(max(numMultiprocessors), 0),
    NULL,
    NULL,
    nullif(max(coreClockRate), 0) * 1000,
    nullif(max(l2CacheSize), 0),
    nullif(max(computeCapabilityMajor), 0) || '.' || max(computeCapabilityMinor),
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    nullif(nullif(min(pciBusId), ''), '<UNKNOWN_BUS_ID>'),
    NULL
FROM {{ source('TARGET_INFO_CUDA_GPU') }}
WHERE NOT EXISTS (FROM {{ source('TARGET_INFO_GPU') }})
GROUP BY deviceId
