-- name: _gpu_gaps
-- summary: The gaps between a GPU's busy islands.
-- needs: gpu_activity, interval_gaps
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again

WITH _work AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_activity
)

SELECT lane AS gpu_id, start_ns, end_ns FROM interval_gaps('_work')
