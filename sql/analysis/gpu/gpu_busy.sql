-- name: gpu_busy
-- summary: When each GPU was at work: the islands of the union of its operations.
-- description: All streams, contexts and processes of a GPU together. Busy and idle add up to the span
--     from the GPU's first operation to the end of its last.
-- needs: gpu_activity, interval_union
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU starts to work
-- column: end_ns BIGINT [ns] -- where it stops
-- column: duration_ns BIGINT [ns] -- end minus start

WITH _work AS (
    SELECT gpu_id AS lane, start_ns, end_ns FROM gpu_activity
)

SELECT lane AS gpu_id, start_ns, end_ns, end_ns - start_ns AS duration_ns
FROM interval_union('_work')
