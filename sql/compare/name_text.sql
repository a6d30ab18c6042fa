-- name: name_text
-- summary: A name as it stands in a sentence: a long one without its middle.
-- param: name VARCHAR -- as of a kernel
-- returns: VARCHAR -- at most 80 characters; NULL for NULL

CASE WHEN length(name) > 80 THEN left(name, 55) || '…' || right(name, 24) ELSE name END
