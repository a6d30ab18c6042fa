-- name: _start_end_calls
-- summary: Pairs of a start/end range, or one in a tangle, and an API call in it that launched work.
-- description: Same thread, call fully inside; a range without an end stays open, one that another
--     thread ended is left out.
-- needs: _launched_calls, _nvtx_rows, _nvtx_nesting
-- column: range_id BIGINT -- the range
-- column: api_event_id BIGINT -- the call
-- column: caller_pid BIGINT -- the call's process with host and VM
-- column: correlation_id BIGINT -- ties the call to its operations, inside the process
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: first_ns BIGINT [ns] -- first start of its operations; NULL where none has usable times
-- column: last_ns BIGINT [ns] -- last end of its operations

-- picked first: beside the join the condition would see every pair
WITH ranges AS MATERIALIZED (
    SELECT event_id, global_tid, start_ns, coalesce(end_ns, 9223372036854775807) AS until_ns
    FROM _nvtx_rows
    WHERE event_type IN (60, 71) AND end_tid IS NULL
    UNION ALL
    SELECT event_id, global_tid, start_ns, until_ns
    FROM _nvtx_nesting
    WHERE is_stacked AND is_tangled
)

-- the equality as a difference keeps DuckDB at a range join; a hash join is quadratic in a thread
SELECT
    r.event_id AS range_id, c.api_event_id, c.caller_pid, c.correlation_id, c.api_end_ns, c.first_ns, c.last_ns
FROM ranges AS r
INNER JOIN _launched_calls AS c
    ON
        r.start_ns <= c.api_start_ns
        AND c.api_end_ns <= r.until_ns
        AND (r.global_tid - c.global_tid) = 0
