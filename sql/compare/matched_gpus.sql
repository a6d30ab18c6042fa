-- summary: Which GPU of BASE's first trace a GPU of another trace is compared with, where their ids differ.
-- description: A job may run on GPU 0 one day and on GPU 1 the next. Where every trace has work on as many GPUs and the
--     ids are not the same, GPUs are matched by the order of their ids; no row where all ids are the same, or the
--     numbers differ.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: gpu_id BIGINT -- the GPU in that trace
-- column: compared_as BIGINT -- the GPU of BASE's first trace

WITH worked AS (
    SELECT DISTINCT side, trace, gpu_id
    FROM read_parquet(getvariable('scratch') || '/figures_*.parquet')
    WHERE section = 'gpus' AND gpu_id IS NOT NULL
),

placed AS (
    SELECT
        side,
        trace,
        gpu_id,
        row_number() OVER (PARTITION BY side, trace ORDER BY gpu_id) AS place,
        count(*) OVER (PARTITION BY side, trace) AS gpu_count
    FROM worked
),

firsts AS (
    SELECT place, gpu_id FROM placed WHERE side = 'base' AND trace = 0
),

sets AS (
    SELECT list(gpu_id ORDER BY gpu_id) AS ids, any_value(gpu_count) AS gpu_count
    FROM placed
    GROUP BY side, trace
)

SELECT p.side, p.trace, p.gpu_id, f.gpu_id AS compared_as
FROM placed AS p
INNER JOIN firsts AS f ON f.place = p.place
WHERE
    (SELECT count(DISTINCT ids) > 1 AND count(DISTINCT gpu_count) = 1 FROM sets)
    AND (p.side, p.trace) IN (
        SELECT (q.side, q.trace)
        FROM placed AS q
        INNER JOIN firsts AS g ON g.place = q.place
        WHERE g.gpu_id <> q.gpu_id
    )
