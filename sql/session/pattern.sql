-- name: pattern
-- summary: Whether the engine takes a regular expression; it fails with the reason where not.
-- param: pattern REGEX = '' -- the expression
-- column: is_found BOOLEAN -- whether it is found in the empty text

SELECT regexp_matches('', $pattern) AS is_found
