-- name: memory_kind_name
-- summary: The kind of memory in NVIDIA's words.
-- description: Nsight Systems' numbers, which are not CUPTI's.
-- param: kind BIGINT -- srcKind, dstKind or memKind as the export has it
-- returns: VARCHAR -- as in Pageable or Device; 'kind N' for a number that is not known

CASE kind
    WHEN 0 THEN 'Pageable'
    WHEN 1 THEN 'Pinned'
    WHEN 2 THEN 'Device'
    WHEN 3 THEN 'Array'
    WHEN 4 THEN 'Managed'
    WHEN 5 THEN 'Device Static'
    WHEN 6 THEN 'Managed Static'
    WHEN 7 THEN 'Unknown'
    ELSE 'kind ' || kind
END
