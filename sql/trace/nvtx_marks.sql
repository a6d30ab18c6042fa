-- name: nvtx_marks
-- summary: NVTX marks: points in time with a text.
-- needs: nvtx_events
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- time of the mark
-- column: end_ns BIGINT [ns] -- always NULL: a mark has no length
-- column: duration_ns BIGINT [ns] -- always NULL
-- column: mark_name VARCHAR -- the mark's text, empty where it has none
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: category VARCHAR -- name of the category, its number where it has none; NULL for no category
-- column: color BIGINT -- colour as ARGB; NULL for none
-- column: pid BIGINT -- process id
-- column: tid BIGINT -- thread id
-- column: global_tid BIGINT -- thread id with host, VM and process, as the export has it

SELECT
    event_id, start_ns, end_ns, duration_ns, text AS mark_name, domain, category, color, pid, tid,
    global_tid
FROM nvtx_events
WHERE NOT is_range
