-- name: _kernel_launches
-- summary: Kernels with the times of their launching calls: launches without what takes joins and names.
-- needs: launches, _kernels, _op_id, _launching_calls, _only_process, _devices, strings, name_of
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: name VARCHAR -- short kernel name
-- column: gpu_end_ns BIGINT [ns] -- end on the device; NULL where the row has no usable time
-- column: gpu_duration_ns BIGINT [ns] -- time on the device
-- column: graph_node_id BIGINT -- node of the CUDA graph that launched it; NULL for none
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: api_duration_ns BIGINT [ns] -- time of the call, on one of its operations only
-- column: queue_ns BIGINT [ns] -- from the call's end to the kernel's start; NULL where that began earlier
-- column: launch_latency_ns BIGINT [ns] -- from the call's begin to the kernel's start; NULL without a call or usable time

{% if shape.windowed or shape.one_gpu %}
SELECT
    gpu_id, name, gpu_end_ns, gpu_duration_ns, graph_node_id, api_end_ns, api_duration_ns, queue_ns,
    launch_latency_ns
FROM launches
WHERE kind = 'kernel'
{% else %}
SELECT
    coalesce(d.gpu_id, k.device_id) AS gpu_id,
    name_of(s.text, k.short_name_id) AS name,
    k.end_ns AS gpu_end_ns,
    k.duration_ns AS gpu_duration_ns,
    k.graph_node_id,
    c.api_end_ns,
    CASE WHEN c.first_op = _op_id('kernel', k.event_id) THEN c.api_duration_ns END AS api_duration_ns,
    CASE
        WHEN k.start_ns >= c.api_end_ns AND k.end_ns IS NOT NULL THEN k.start_ns - c.api_end_ns
    END AS queue_ns,
    CASE WHEN k.end_ns IS NOT NULL THEN k.start_ns - c.api_start_ns END AS launch_latency_ns
FROM _kernels AS k
CROSS JOIN _only_process AS p
LEFT JOIN _launching_calls AS c
    ON c.caller_pid = coalesce(k.global_pid, p.global_pid) AND c.correlation_id = k.correlation_id
LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
LEFT JOIN strings AS s ON s.string_id = k.short_name_id
{% endif %}
