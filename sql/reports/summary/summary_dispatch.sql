-- name: summary_dispatch
-- summary: Dispatch events, in order of time.
-- command: summarize
-- description: Marks and ranges, open or closed, whose text matches; an inference server writes one
--     for each step that it hands to the GPU.
-- needs: _nvtx_events
-- param: dispatch REGEX = '^CG_DISPATCH' -- texts of dispatch events
-- column: start_ns BIGINT [ns] -- time of the mark, begin of the range
-- column: text VARCHAR -- the event's text
-- column: text_count BIGINT -- events with that text
-- column: first_ns BIGINT [ns] -- start of the first event with that text

SELECT
    start_ns,
    text,
    count(*) OVER (PARTITION BY text) AS text_count,
    min(start_ns) OVER (PARTITION BY text) AS first_ns
FROM _nvtx_events
WHERE regexp_matches(text, $dispatch)
ORDER BY start_ns, text
