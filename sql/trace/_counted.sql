-- name: _counted
-- summary: A number of things in words, as in 1 kernel or 2,000 kernels.
-- param: n BIGINT -- how many
-- param: noun VARCHAR -- one of them, as in kernel or graph launch
-- returns: VARCHAR -- NULL for NULL

format('{:,} ', n::BIGINT) || noun || CASE WHEN n = 1 THEN '' WHEN noun LIKE '%ch' THEN 'es' ELSE 's' END
