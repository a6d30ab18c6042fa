-- name: _start_end_calls
-- summary: Pairs of a start/end range, or one in a tangle, and an API call in it that launched work.
-- description: Same thread, call fully inside; a range without an end stays open, one that another
--     thread ended is left out.
-- needs: _launched_calls, _nvtx_rows, _nvtx_nesting
-- column: range_id BIGINT -- the range
-- column: api_event_id BIGINT -- the call

-- the equality as a difference keeps DuckDB at a range join; a hash join is quadratic in a thread
SELECT r.event_id AS range_id, c.api_event_id
FROM _nvtx_rows AS r
INNER JOIN _launched_calls AS c
    ON
        r.start_ns <= c.api_start_ns
        AND c.api_end_ns <= coalesce(r.end_ns, 9223372036854775807)
        AND (r.global_tid - c.global_tid) = 0
WHERE
    (r.event_type IN (60, 71) AND r.end_tid IS NULL)
    OR r.event_id IN (SELECT event_id FROM _nvtx_nesting WHERE is_stacked AND is_tangled)
