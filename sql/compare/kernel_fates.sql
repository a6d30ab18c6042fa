-- name: kernel_fates
-- summary: Kernels that only one side has: new, vanished, or renamed.
-- description: Renamed are a vanished and a new kernel with the same launch shape (the commonest grid and
--     block), counts within a tenth, each the other's nearest such in the order of first launches. It is
--     likely, not known. From the first trace of each side.
-- needs: compared_shapes, compared
-- column: fate VARCHAR -- renamed, vanished or new
-- column: base_name VARCHAR -- name in base; NULL for new ones
-- column: new_name VARCHAR -- name in new; NULL for vanished ones
-- column: shape VARCHAR -- grid and block
-- column: base_count BIGINT -- kernels in base
-- column: new_count BIGINT -- kernels in new
-- column: base_ns BIGINT [ns] -- their summed time in base
-- column: new_ns BIGINT [ns] -- their summed time in new

WITH alone AS (
    SELECT
        c.status, c.name, s.shape, s.count, s.place::DOUBLE / count(*) OVER (PARTITION BY s.side) AS place,
        coalesce(CASE c.status WHEN 'only base' THEN c.base ELSE c.new END, 0) AS total_ns
    FROM compared AS c
    INNER JOIN compared_shapes AS s
        ON
            s.name = c.name
            AND s.side = CASE c.status WHEN 'only base' THEN 'base' ELSE 'new' END
            AND s.trace = 0
    WHERE
        c.section = 'kernels' AND c.gpu_id IS NULL AND c.figure = 'total_ns'
        AND c.status IN ('only base', 'only new')
),

pairs AS (
    SELECT
        b.name AS base_name,
        n.name AS new_name,
        row_number() OVER (PARTITION BY b.name ORDER BY abs(n.place - b.place), n.name) AS nth_of_base,
        row_number() OVER (PARTITION BY n.name ORDER BY abs(n.place - b.place), b.name) AS nth_of_new
    FROM alone AS b
    INNER JOIN alone AS n ON n.shape = b.shape AND n.status = 'only new'
    WHERE b.status = 'only base' AND 10 * abs(n.count - b.count) <= greatest(n.count, b.count)
),

renamed AS (
    SELECT base_name, new_name FROM pairs WHERE nth_of_base = 1 AND nth_of_new = 1
)

SELECT
    CASE WHEN b.name IS NULL THEN 'new' WHEN n.name IS NULL THEN 'vanished' ELSE 'renamed' END AS fate,
    b.name AS base_name,
    n.name AS new_name,
    coalesce(b.shape, n.shape) AS shape,
    b.count AS base_count,
    n.count AS new_count,
    b.total_ns AS base_ns,
    n.total_ns AS new_ns
FROM (SELECT * FROM alone WHERE status = 'only base') AS b
LEFT JOIN renamed AS r ON r.base_name = b.name
FULL JOIN (SELECT * FROM alone WHERE status = 'only new') AS n ON n.name = r.new_name
ORDER BY fate, greatest(coalesce(b.total_ns, 0), coalesce(n.total_ns, 0)) DESC, base_name, new_name
