-- name: compare_lengths
-- summary: The middle and the longest of the kernels, copies and memsets of each name, over all GPUs.
-- command: compare
-- description: Medians do not add up, so that those of the GPUs would not give that of all. Graphs traced
--     as a whole are 'graph'.
-- requires: gpu_activity
-- needs: _kernels, gpu_activity, _devices, strings, name_of
-- param: is_kernel BOOLEAN = TRUE -- kernels and graphs traced as a whole; else copies, memsets, decompressions
-- column: name VARCHAR -- demangled kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: median_ns BIGINT [ns] -- median of those with usable times; NULL for none
-- column: max_ns BIGINT [ns] -- the longest; NULL for none

WITH named AS (
    SELECT name_of(s.text, coalesce(k.kernel_name_id, k.short_name_id)) AS name, k.duration_ns
    FROM _kernels AS k
    LEFT JOIN strings AS s ON s.string_id = coalesce(k.kernel_name_id, k.short_name_id)
    {% if shape.one_gpu %}
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    {% endif %}
    WHERE
        $is_kernel::BOOLEAN
        {{ "AND coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')" if shape.one_gpu }}
    UNION ALL
    SELECT CASE WHEN kind = 'graph' THEN 'graph' ELSE coalesce(name, '[no name]') END, duration_ns
    FROM gpu_activity
    WHERE kind <> 'kernel' AND (kind = 'graph') = $is_kernel::BOOLEAN
)

SELECT name, round(median(duration_ns))::BIGINT AS median_ns, max(duration_ns) AS max_ns
FROM named
GROUP BY name
ORDER BY name
