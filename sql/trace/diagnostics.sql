-- name: diagnostics
-- summary: What nsys itself noted during the capture: dropped events, unsupported libraries and
--     so on.
-- window: clip
-- needs: _diagnostic_rows
-- column: event_id BIGINT -- the row's id in the export's table
-- column: start_ns BIGINT [ns] -- time of the message, before 0 for one from before the capture
-- column: end_ns BIGINT [ns] -- NULL: a message has no length
-- column: duration_ns BIGINT [ns] -- NULL: a message has no length
-- column: severity VARCHAR -- error, warning, info, verbose or unknown
-- column: message VARCHAR -- what nsys says
-- column: source VARCHAR -- injection (in the program), daemon, analysis or unknown
-- column: clock VARCHAR -- whose time it is: target, host or unknown
-- column: pid BIGINT -- process that it is about; NULL for none
-- column: global_pid BIGINT -- process id with host and VM, as the export has it

SELECT
    event_id, start_ns, end_ns, duration_ns, severity, message, source, clock, pid, global_pid
FROM _diagnostic_rows
