-- name: compared_shapes
-- summary: How the kernels of every trace were launched.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: name VARCHAR -- the kernel
-- column: shape VARCHAR -- its commonest grid and block
-- column: count BIGINT -- kernels of the name
-- column: place BIGINT -- rank of the name's first kernel among those of all names

SELECT side, trace, name, shape, count, place
FROM read_parquet(getvariable('scratch') || '/shapes_*.parquet')
