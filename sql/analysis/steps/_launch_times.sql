-- name: _launch_times
-- summary: When each thread made a call that launches kernels or graphs, of the whole capture.
-- needs: _call_rows, strings, api_class
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: at_ns BIGINT [ns] -- start of the call

SELECT c.global_tid, c.start_ns AS at_ns
FROM _call_rows AS c
SEMI JOIN (SELECT string_id FROM strings WHERE api_class(text) = 'launch') AS s ON s.string_id = c.api_name_id
WHERE c.end_ns IS NOT NULL
