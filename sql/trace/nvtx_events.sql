-- name: nvtx_events
-- summary: NVTX ranges and marks as recorded; nvtx_ranges adds the nesting.
-- description: A text is inline or by id; older exports write 0 and '' for what is missing. An id
--     without a string shows as [id]. Rows that name categories, threads and domains are no events.
-- window: clip
-- needs: _nvtx_rows
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- begin of the range, time of the mark
-- column: end_ns BIGINT [ns] -- end of the range; NULL for marks and for ranges still open
-- column: duration_ns BIGINT [ns] -- end minus start; NULL for marks and for ranges still open
-- column: event_type BIGINT -- NVIDIA's number: 59 push/pop, 60 start/end, 34 mark; 70, 71, 65 from nvtxt files
-- column: is_range BOOLEAN -- a range, else a mark
-- column: text VARCHAR -- the range's or mark's text, empty where it has none
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: category VARCHAR -- name of the category, its number where it has none; NULL for no category
-- column: color BIGINT -- colour as ARGB; NULL for none
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it
-- column: end_tid BIGINT -- thread that ended a start/end range; NULL for the same thread
-- column: domain_id BIGINT -- the domain's number inside the process, 0 for the default
-- column: payload VARCHAR -- its payload beyond its text, a number or JSON; NULL for none
-- column: has_payload BOOLEAN -- whether the event carries a payload beyond its text

SELECT
    event_id, start_ns, end_ns, duration_ns, event_type, is_range, text, domain, category, color,
    pid, tid, global_tid, end_tid, domain_id, payload, has_payload
FROM _nvtx_rows
