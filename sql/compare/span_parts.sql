-- name: span_parts
-- summary: What the change of each GPU's span is made of: the largest parts, and the others in one row.
-- description: The rows of span_explained, as many as the run asks for; with the others they add up to the
--     span, which is the first row of a GPU.
-- needs: span_explained
-- column: gpu_id BIGINT -- the GPU
-- column: kind VARCHAR -- span, kernels, copies, idle, others or rounding
-- column: name VARCHAR -- kernel, copy, cause of idle time; for others how many
-- column: base_ns BIGINT [ns] -- the part in base
-- column: new_ns BIGINT [ns] -- the part in new
-- column: difference_ns BIGINT [ns] -- new minus base
-- column: percent DOUBLE [% of the GPU's span in base] -- difference_ns
-- column: base_count BIGINT -- operations or gaps in base
-- column: new_count BIGINT -- operations or gaps in new
-- column: by_count_ns BIGINT [ns] -- of the difference, what their number makes
-- column: by_length_ns BIGINT [ns] -- of the difference, what their length makes

WITH placed AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY gpu_id, kind IN ('span', 'rounding')
            ORDER BY abs(difference_ns) DESC, kind, name
        ) AS place
    FROM span_explained
),

kept AS (
    SELECT *, kind IN ('span', 'rounding') OR getvariable('top') = 0 OR place <= getvariable('top') AS is_kept
    FROM placed
),

told AS (
    SELECT
        gpu_id, kind, name, base_ns, new_ns, difference_ns, percent, base_count, new_count, by_count_ns,
        by_length_ns, place
    FROM kept
    WHERE is_kept
    UNION ALL
    SELECT
        gpu_id, 'others',
        count(*) || CASE count(*) WHEN 1 THEN ' smaller part' ELSE ' smaller parts' END,
        sum(base_ns)::BIGINT, sum(new_ns)::BIGINT,
        sum(difference_ns)::BIGINT, sum(percent), NULL, NULL, sum(by_count_ns)::BIGINT,
        sum(by_length_ns)::BIGINT, max(place)
    FROM kept
    WHERE NOT is_kept
    GROUP BY gpu_id
)

SELECT
    gpu_id, kind, name, base_ns, new_ns, difference_ns, percent, base_count, new_count, by_count_ns,
    by_length_ns
FROM told
ORDER BY gpu_id, kind <> 'span', kind = 'rounding', place, kind, name
