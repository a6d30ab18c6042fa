-- name: copy_kind_name
-- summary: The kind of a copy in NVIDIA's words.
-- param: kind BIGINT -- copyKind as the export has it
-- returns: VARCHAR -- as in Host-to-Device; 'kind N' for a number that is not known

CASE kind
    WHEN 0 THEN 'Unknown'
    WHEN 1 THEN 'Host-to-Device'
    WHEN 2 THEN 'Device-to-Host'
    WHEN 3 THEN 'Host-to-Array'
    WHEN 4 THEN 'Array-to-Host'
    WHEN 5 THEN 'Array-to-Array'
    WHEN 6 THEN 'Array-to-Device'
    WHEN 7 THEN 'Device-to-Array'
    WHEN 8 THEN 'Device-to-Device'
    WHEN 9 THEN 'Host-to-Host'
    WHEN 10 THEN 'Peer-to-Peer'
    WHEN 11 THEN 'Unified Host-to-Device'
    WHEN 12 THEN 'Unified Device-to-Host'
    WHEN 13 THEN 'Unified Device-to-Device'
    ELSE 'kind ' || kind
END
