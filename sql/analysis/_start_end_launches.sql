-- name: _start_end_launches
-- summary: Pairs of a start/end range and a GPU operation whose launching call lies in it.
-- description: Same thread, call fully inside; ranges that another thread ended are left out.
-- needs: launches, _nvtx_rows
-- column: range_id BIGINT -- the range
-- column: kind VARCHAR -- kind of the operation
-- column: gpu_event_id BIGINT -- the operation's row in the table of its kind
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time

-- the equality as a difference keeps DuckDB at a range join; a hash join would be quadratic in a thread
SELECT
    r.event_id AS range_id,
    l.kind,
    l.gpu_event_id,
    l.gpu_start_ns AS start_ns,
    l.gpu_end_ns AS end_ns
FROM _nvtx_rows AS r
INNER JOIN launches AS l
    ON
        r.start_ns <= l.api_start_ns
        AND l.api_end_ns <= r.end_ns
        AND (r.global_tid - l.global_tid) = 0
WHERE r.event_type IN (60, 71) AND r.end_tid IS NULL
