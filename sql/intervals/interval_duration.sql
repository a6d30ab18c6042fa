-- name: interval_duration
-- summary: The length of an interval if its times can be used, else NULL.
-- param: start_ns BIGINT -- begin as the export has it
-- param: end_ns BIGINT -- end as the export has it
-- returns: BIGINT [ns] -- end minus start, or NULL where the two are no interval

CASE WHEN end_ns >= start_ns AND (start_ns | end_ns) <> 0 THEN end_ns - start_ns END
