-- name: kernel_variation
-- title: Variation of Kernel Times
-- summary: How the times of one kernel spread, and whether it became slower in the course of the run.
-- description: Per GPU and kernel, by full name and, if asked, by grid. The first and the last tenth
--     are of the kernel's runs in order of their starts (at least one run each). A ratio above 1 means that
--     the last tenth was slower; kernels that depend on the size of their input vary by it.
-- requires: gpu_kernels
-- needs: _kernels, _devices, strings, name_of
-- param: min_count INTEGER = 10 -- leave out kernels that ran fewer times
-- param: by_grid BOOLEAN = FALSE -- a row for each grid that a kernel ran with
-- param: rows INTEGER = 0 all 0 -- rows to return; 0 for all
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kernel_name VARCHAR -- demangled name with its parameters
-- column: grid VARCHAR -- blocks of the grid as x,y,z; NULL where not split by grid
-- column: kernel_count BIGINT -- timed runs
-- column: sum_ns BIGINT [ns] -- summed time
-- column: min_ns BIGINT [ns] -- shortest run
-- column: median_ns DOUBLE [ns] -- median run
-- column: p95_ns DOUBLE [ns] -- 95th percentile
-- column: max_ns BIGINT [ns] -- longest run
-- column: max_to_median_ratio DOUBLE -- max_ns over median_ns
-- column: first_tenth_avg_ns DOUBLE [ns] -- average of the first tenth of the runs
-- column: last_tenth_avg_ns DOUBLE [ns] -- average of the last tenth
-- column: last_to_first_ratio DOUBLE -- last_tenth_avg_ns over first_tenth_avg_ns
-- example: SELECT short_name, stddev(duration_ns) FROM gpu_kernels GROUP BY short_name ORDER BY short_name

WITH runs AS MATERIALIZED (
    SELECT
        coalesce(d.gpu_id, k.device_id) AS gpu_id,
        k.kernel_name_id,
        k.short_name_id,
        {% if 'by_grid' in shape.asked %}
        CASE WHEN $by_grid THEN concat_ws(',', k.grid_x, k.grid_y, k.grid_z) END AS grid,
        {% else %}
        NULL::VARCHAR AS grid,
        {% endif %}
        k.duration_ns,
        k.start_ns,
        k.event_id
    FROM _kernels AS k
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    WHERE
        k.duration_ns IS NOT NULL
        {{ "AND coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')" if shape.one_gpu }}
),

ids AS (
    SELECT gpu_id, kernel_name_id, short_name_id, grid, count(*) AS id_count
    FROM runs
    GROUP BY gpu_id, kernel_name_id, short_name_id, grid
),

named AS (
    SELECT
        i.*,
        coalesce(l.text, s.text, '[' || i.kernel_name_id || ']', name_of(NULL, i.short_name_id)) AS kernel_name
    FROM ids AS i
    LEFT JOIN strings AS l ON l.string_id = i.kernel_name_id
    LEFT JOIN strings AS s ON s.string_id = i.short_name_id
),

-- what is sorted in millions has numbers in place of names; ids with one name are one kernel
kernels AS MATERIALIZED (
    SELECT
        *,
        (dense_rank() OVER (ORDER BY gpu_id, kernel_name, grid))::INTEGER AS kernel,
        (sum(id_count) OVER (PARTITION BY gpu_id, kernel_name, grid))::BIGINT AS run_count
    FROM named
),

placed AS (
    SELECT
        k.kernel,
        k.run_count,
        r.duration_ns,
        row_number() OVER (PARTITION BY k.kernel ORDER BY r.start_ns, r.event_id) AS place
    FROM runs AS r
    INNER JOIN kernels AS k
        ON
            k.gpu_id IS NOT DISTINCT FROM r.gpu_id
            AND k.kernel_name_id IS NOT DISTINCT FROM r.kernel_name_id
            AND k.short_name_id IS NOT DISTINCT FROM r.short_name_id
            AND k.grid IS NOT DISTINCT FROM r.grid
    WHERE k.run_count >= $min_count::INTEGER
),

grouped AS (
    SELECT
        kernel,
        count(*) AS kernel_count,
        sum(duration_ns)::BIGINT AS sum_ns,
        min(duration_ns) AS min_ns,
        quantile_cont(duration_ns, [0.5, 0.95]) AS quantiles,
        max(duration_ns) AS max_ns,
        avg(duration_ns) FILTER (WHERE place <= greatest(run_count // 10, 1)) AS first_avg_ns,
        avg(duration_ns) FILTER (WHERE place > run_count - greatest(run_count // 10, 1))
            AS last_avg_ns
    FROM placed
    GROUP BY kernel
)

SELECT
    k.gpu_id,
    k.kernel_name,
    k.grid,
    g.kernel_count,
    g.sum_ns,
    g.min_ns,
    g.quantiles[1]::DOUBLE AS median_ns,
    g.quantiles[2]::DOUBLE AS p95_ns,
    g.max_ns,
    g.max_ns / nullif(g.quantiles[1], 0) AS max_to_median_ratio,
    g.first_avg_ns AS first_tenth_avg_ns,
    g.last_avg_ns AS last_tenth_avg_ns,
    g.last_avg_ns / nullif(g.first_avg_ns, 0) AS last_to_first_ratio
FROM grouped AS g
INNER JOIN (SELECT DISTINCT kernel, gpu_id, kernel_name, grid FROM kernels) AS k ON k.kernel = g.kernel
QUALIFY
    $rows::INTEGER = 0
    OR row_number() OVER (ORDER BY g.sum_ns DESC, g.kernel) <= $rows::INTEGER
ORDER BY g.sum_ns DESC, g.kernel
