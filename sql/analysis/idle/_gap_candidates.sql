-- name: _gap_candidates
-- summary: The gaps between a GPU's busy islands, with each operation that begins where one ends.
-- description: One sort of the device work. Mostly there is one operation, so a gap has one row.
-- window: clip
-- needs: whole._lean_ops, _only_process
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: kind VARCHAR -- of several operations: what each is; NULL for the only one
-- column: event_id BIGINT -- the row's id in the table of its kind; NULL likewise
-- column: caller_pid BIGINT -- process id with host and VM
-- column: correlation_id BIGINT -- ties the operation to its call; NULL for none

WITH ops AS (
    SELECT gpu_id, start_ns, end_ns, kind, event_id, global_pid, correlation_id FROM whole._lean_ops
),

swept AS (
    SELECT
        *,
        max(end_ns) OVER (
            PARTITION BY gpu_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reached_ns,
        lead(start_ns) OVER (PARTITION BY gpu_id ORDER BY start_ns) AS next_ns
    FROM ops
    WHERE end_ns >= start_ns
),

opened AS MATERIALIZED (
    SELECT
        gpu_id, reached_ns AS start_ns, start_ns AS end_ns, global_pid, correlation_id,
        coalesce(next_ns = start_ns, FALSE) AS is_shared
    FROM swept
    WHERE start_ns > reached_ns
),

shared AS (
    SELECT o.gpu_id, o.start_ns, o.end_ns, w.kind, w.event_id, w.global_pid, w.correlation_id
    FROM ops AS w
    INNER JOIN (FROM opened WHERE is_shared) AS o
        ON o.gpu_id IS NOT DISTINCT FROM w.gpu_id AND o.end_ns = w.start_ns
    WHERE w.end_ns >= w.start_ns
)

SELECT
    o.gpu_id,
    o.start_ns,
    o.end_ns,
    o.kind,
    o.event_id,
    coalesce(o.global_pid, p.global_pid) AS caller_pid,
    nullif(o.correlation_id, 0) AS correlation_id
FROM (
    SELECT gpu_id, start_ns, end_ns, NULL::VARCHAR AS kind, NULL::BIGINT AS event_id, global_pid, correlation_id
    FROM opened
    WHERE NOT is_shared
    UNION ALL
    FROM shared
) AS o
CROSS JOIN _only_process AS p
