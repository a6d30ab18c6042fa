-- name: um_access_name
-- summary: How a GPU touched the page of managed memory that was not there.
-- param: access BIGINT -- faultAccessType as the export has it
-- returns: VARCHAR -- as in Read; 'kind N' for a number that is not known

CASE access
    WHEN 0 THEN 'Unknown'
    WHEN 1 THEN 'Read'
    WHEN 2 THEN 'Write'
    WHEN 3 THEN 'Atomic'
    WHEN 4 THEN 'Prefetch'
    ELSE 'kind ' || access
END
