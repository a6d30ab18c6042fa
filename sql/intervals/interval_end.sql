-- name: interval_end
-- summary: The end of an interval if its times can be used, else NULL.
-- description: Exports write a missing time as NULL or, in older versions, as 0. A row that ends
--     before it starts, or that says 0 for both times, has not been timed.
-- param: start_ns BIGINT -- begin as the export has it
-- param: end_ns BIGINT -- end as the export has it
-- returns: BIGINT [ns] -- end_ns, or NULL where the two are no interval

CASE WHEN end_ns >= start_ns AND (start_ns | end_ns) <> 0 THEN end_ns END
