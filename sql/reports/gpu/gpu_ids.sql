-- name: gpu_ids
-- summary: The GPUs that --device can name in this trace.
-- command: --device
-- needs: _gpu_ids
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell

SELECT DISTINCT gpu_id
FROM _gpu_ids
WHERE gpu_id IS NOT NULL
ORDER BY gpu_id
