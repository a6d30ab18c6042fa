-- name: _gpu_work
-- summary: Every operation that kept a GPU at work, timed or not, in the narrowest form.
-- description: Kernels, copies, memsets, graphs traced as a whole, decompressions; nothing else.
--     Only that of the GPU in the variable gpu_id, where the run is
--     restricted to one.
-- keep: several figures of the summary read it
-- needs: _kernels, _device_ops, _gpu_ids
-- column: start_ns BIGINT [ns] -- begin on the device
-- column: end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: is_kernel BOOLEAN -- a row of the kernel table
-- column: is_graph_node BOOLEAN -- a kernel that is a node of a CUDA graph
-- column: short_name_id BIGINT -- string id of the kernel's short name

{% macro on_that_gpu() %}
WHERE EXISTS (
    FROM _gpu_ids AS g
    WHERE
        g.pid IS NOT DISTINCT FROM w.pid
        AND g.device_id = w.device_id
        AND g.gpu_id = getvariable('gpu_id')
)
{% endmacro %}
SELECT
    start_ns,
    end_ns,
    TRUE AS is_kernel,
    graph_node_id IS NOT NULL AS is_graph_node,
    short_name_id
FROM _kernels AS w
{{ on_that_gpu() if shape.one_gpu }}
UNION ALL
SELECT start_ns, end_ns, FALSE, FALSE, NULL
FROM _device_ops AS w
{{ on_that_gpu() if shape.one_gpu }}
