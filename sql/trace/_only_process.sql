-- name: _only_process
-- summary: The process that made all API calls, in exports whose device work names no process.
-- description: So did nsys until 2020. NULL where there are several, and in all later exports.
-- keep: looked up for every operation without a process
-- needs: _call_rows
-- column: global_pid BIGINT -- process id with host and VM

{% if lacks('CUPTI_ACTIVITY_KIND_KERNEL', 'globalPid') or lacks('CUPTI_ACTIVITY_KIND_MEMCPY', 'globalPid') %}
SELECT CASE WHEN count(DISTINCT global_pid) = 1 THEN min(global_pid) END AS global_pid
FROM _call_rows
{% else %}
SELECT NULL::BIGINT AS global_pid
{% endif %}
