-- name: um_migrations
-- summary: Pages of managed (unified) memory that moved between host and device.
-- description: The rows of gpu_memcpy whose kind is Unified Host-to-Device or Unified
--     Device-to-Host.
-- window: clip
-- needs: interval_start, interval_end, interval_duration, process_of, _devices
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY start! end! copyKind! deviceId globalPid bytes virtualAddress
-- column: event_id BIGINT -- the row's id in the table of copies
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- end minus start; NULL where the row has no usable time
-- column: direction VARCHAR -- HtoD or DtoH
-- column: address BIGINT -- virtual base address of the pages
-- column: bytes BIGINT [bytes] -- bytes moved
-- column: pid BIGINT -- process id; NULL where the export does not tell
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: device_id BIGINT -- CUDA ordinal of the device inside that process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell

SELECT
    c.row_id AS event_id,
    interval_start(c."start", c."end") AS start_ns,
    interval_end(c."start", c."end") AS end_ns,
    interval_duration(c."start", c."end") AS duration_ns,
    CASE c.copyKind WHEN 11 THEN 'HtoD' ELSE 'DtoH' END AS direction,
    c.virtualAddress AS address,
    c.bytes AS bytes,
    process_of(c.globalPid) AS pid,
    c.globalPid AS global_pid,
    c.deviceId AS device_id,
    coalesce(d.gpu_id, c.deviceId) AS gpu_id
FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }} AS c
LEFT JOIN _devices AS d ON d.pid = process_of(c.globalPid) AND d.device_id = c.deviceId
WHERE c.copyKind IN (11, 12)
