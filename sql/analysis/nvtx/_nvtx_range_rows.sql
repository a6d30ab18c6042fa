-- name: _nvtx_range_rows
-- summary: NVTX ranges of the whole capture, whatever the window of the run, without their payloads.
-- keep: nesting, cuts and names of ranges all read it
-- needs: whole.nvtx_events
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range
-- column: end_ns BIGINT [ns] -- end of the range; NULL for one still open
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: event_type BIGINT -- NVIDIA's number: 59, 70 push/pop, 60, 71 start/end
-- column: text VARCHAR -- text of the range
-- column: domain VARCHAR -- name of its domain, Default for none
-- column: category VARCHAR -- its category; NULL for none
-- column: color BIGINT -- its colour as ARGB
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread that began it
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: end_tid BIGINT -- thread that ended it; NULL for the same thread
-- column: domain_id BIGINT -- the domain's number inside the process

SELECT
    event_id, start_ns, end_ns, duration_ns, event_type, text, domain, category, color, pid, tid, global_tid,
    end_tid, domain_id
FROM whole.nvtx_events
WHERE is_range
