-- name: compare_shapes
-- summary: How each kernel was launched: its commonest grid and block, how often, and when first.
-- command: compare
-- description: By this a kernel is found again under another name. Of several shapes that are equally
--     common the smallest.
-- requires: gpu_kernels
-- needs: _kernels, _devices, strings, name_of
-- column: name VARCHAR -- demangled kernel name
-- column: shape VARCHAR -- grid and block, as in 108x1x1 of 256x1x1
-- column: count BIGINT -- kernels of the name, of any shape
-- column: place BIGINT -- rank of the name's first kernel among the first kernels of all names

WITH shapes AS (
    SELECT
        coalesce(k.kernel_name_id, k.short_name_id) AS name_id,
        k.grid_x, k.grid_y, k.grid_z, k.block_x, k.block_y, k.block_z,
        count(*) AS shape_count,
        min(k.start_ns) AS first_ns
    FROM _kernels AS k
    {% if shape.one_gpu %}
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    WHERE coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')
    {% endif %}
    GROUP BY ALL
),

named AS (
    SELECT
        name_of(s.text, h.name_id) AS name,
        concat_ws('x', h.grid_x, h.grid_y, h.grid_z) || ' of ' || concat_ws('x', h.block_x, h.block_y, h.block_z)
            AS shape,
        h.shape_count,
        h.first_ns
    FROM shapes AS h
    LEFT JOIN strings AS s ON s.string_id = h.name_id
),

per_shape AS (
    SELECT name, shape, sum(shape_count)::BIGINT AS shape_count, min(first_ns) AS first_ns
    FROM named
    GROUP BY name, shape
),

per_name AS (
    SELECT
        name,
        arg_max(shape, (shape_count, -first_ns, shape)) AS shape,
        sum(shape_count)::BIGINT AS count,
        min(first_ns) AS first_ns
    FROM per_shape
    GROUP BY name
)

SELECT name, shape, count, row_number() OVER (ORDER BY first_ns, name) AS place
FROM per_name
ORDER BY place
