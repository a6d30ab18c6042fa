-- name: interval_start
-- summary: The start of an interval, or NULL where the export wrote 0 for both times.
-- param: start_ns BIGINT -- begin as the export has it
-- param: end_ns BIGINT -- end as the export has it
-- returns: BIGINT [ns] -- start_ns, or NULL where neither time was measured

CASE WHEN start_ns <> 0 OR end_ns IS DISTINCT FROM 0 THEN start_ns END
