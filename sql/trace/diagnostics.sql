-- name: diagnostics
-- summary: What nsys itself noted during the capture: dropped events, unsupported libraries and
--     so on.
-- window: clip
-- needs: process_of
-- reads: DIAGNOSTIC_EVENT timestamp! severity! text!:VARCHAR timestampType source globalPid
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
    row_id AS event_id,
    timestamp AS start_ns,
    NULL::BIGINT AS end_ns,
    NULL::BIGINT AS duration_ns,
    CASE severity
        WHEN 0 THEN 'unknown'
        WHEN 1 THEN 'info'
        WHEN 2 THEN 'warning'
        WHEN 3 THEN 'error'
        WHEN 4 THEN 'verbose'
        ELSE 'kind ' || severity
    END AS severity,
    text AS message,
    CASE source
        WHEN 0 THEN 'unknown'
        WHEN 1 THEN 'injection'
        WHEN 2 THEN 'daemon'
        WHEN 3 THEN 'analysis'
        ELSE 'kind ' || source
    END AS source,
    CASE timestampType
        WHEN 0 THEN 'unknown'
        WHEN 1 THEN 'target'
        WHEN 2 THEN 'host'
        ELSE 'kind ' || timestampType
    END AS clock,
    nullif(process_of(globalPid), 0) AS pid,
    globalPid AS global_pid
FROM {{ source('DIAGNOSTIC_EVENT') }}
