-- name: per_call
-- summary: Kernels, copies and API calls by name: how often, the mean and the median of one, and what its change makes.
-- description: Of all GPUs, streams and threads together. These are sums: what ran at once counts each.
-- needs: compared
-- column: section VARCHAR -- kernels, copies or api
-- column: name VARCHAR -- the kernel, copy or call
-- column: base_count BIGINT -- in base
-- column: new_count BIGINT -- in new
-- column: base_mean_ns DOUBLE [ns] -- summed time by count in base; NULL for none
-- column: new_mean_ns DOUBLE [ns] -- the same in new; NULL for none
-- column: base_median_ns BIGINT [ns] -- median in base
-- column: new_median_ns BIGINT [ns] -- median in new
-- column: base_max_ns BIGINT [ns] -- the longest of base
-- column: new_max_ns BIGINT [ns] -- the longest of new
-- column: by_length_ns DOUBLE [ns] -- difference of the means, times new's count
-- column: is_noise BOOLEAN -- whether the summed time's difference is noise

SELECT
    section,
    name,
    max(base) FILTER (WHERE figure = 'count') AS base_count,
    max(new) FILTER (WHERE figure = 'count') AS new_count,
    max(base) FILTER (WHERE figure = 'total_ns') / nullif(base_count, 0) AS base_mean_ns,
    max(new) FILTER (WHERE figure = 'total_ns') / nullif(new_count, 0) AS new_mean_ns,
    max(base) FILTER (WHERE figure = 'median_ns') AS base_median_ns,
    max(new) FILTER (WHERE figure = 'median_ns') AS new_median_ns,
    max(base) FILTER (WHERE figure = 'max_ns') AS base_max_ns,
    max(new) FILTER (WHERE figure = 'max_ns') AS new_max_ns,
    (new_mean_ns - base_mean_ns) * new_count AS by_length_ns,
    bool_or(figure = 'total_ns' AND status = 'noise') AS is_noise
FROM compared
WHERE section IN ('kernels', 'copies', 'api') AND gpu_id IS NULL AND status <> 'not comparable'
GROUP BY section, name
