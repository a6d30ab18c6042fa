-- name: _gpu_shares
-- summary: Device work of each GPU by name, with its share of the GPU's busy time.
-- description: Where n operations of a GPU run at once each has an n-th of that time, so that the shares
--     of a GPU add up to its busy time, but for rounding: shares are reckoned in 720720ths of a nanosecond,
--     which 1 to 16 divide. Kernels stand under their demangled names.
-- keep: one sweep gives kernels and copies
-- needs: _kernels, gpu_activity, _devices, strings, name_of
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: kind VARCHAR -- kernel, memcpy, memset, graph or decompress
-- column: name VARCHAR -- demangled kernel name, or as in [CUDA memcpy Host-to-Device]
-- column: op_count BIGINT -- operations, timed or not
-- column: timed_count BIGINT -- those with usable times
-- column: sum_ns BIGINT [ns] -- summed time of these
-- column: share_ns BIGINT [ns] -- their share of the GPU's busy time
-- column: total_bytes BIGINT [bytes] -- bytes of copies and memsets; NULL for kernels and graphs

WITH ops AS MATERIALIZED (
    SELECT
        coalesce(d.gpu_id, k.device_id) AS gpu_id, 'kernel' AS kind, k.start_ns, k.end_ns,
        coalesce(k.kernel_name_id, k.short_name_id) AS name_id, NULL::VARCHAR AS label, NULL::BIGINT AS bytes
    FROM _kernels AS k
    LEFT JOIN _devices AS d ON d.pid = k.pid AND d.device_id = k.device_id
    {{ "WHERE coalesce(d.gpu_id, k.device_id) = getvariable('gpu_id')" if shape.one_gpu }}
    UNION ALL
    SELECT gpu_id, kind, start_ns, end_ns, NULL, name, bytes
    FROM gpu_activity
    WHERE kind <> 'kernel'
),

events AS (
    SELECT gpu_id, name_id, label, start_ns AS at_ns, 1 AS step FROM ops WHERE end_ns IS NOT NULL
    UNION ALL
    SELECT gpu_id, name_id, label, end_ns, -1 FROM ops WHERE end_ns IS NOT NULL
),

-- One sort, then the rows stream by: where a GPU's rows end none of its operations runs any more, so that
-- the sums need no partition.
sorted AS (
    SELECT gpu_id, name_id, label, at_ns, step
    FROM events
    ORDER BY gpu_id NULLS FIRST, at_ns
),

-- the time since the event before; of events at one moment only the first has any
stretches AS (
    SELECT
        gpu_id, name_id, label, step,
        at_ns - lag(at_ns) OVER () AS stretch_ns,
        sum(step) OVER (ROWS UNBOUNDED PRECEDING) - step AS depth
    FROM sorted
),

swept AS (
    SELECT
        gpu_id, name_id, label, step,
        sum(CASE WHEN depth > 0 THEN stretch_ns::HUGEINT * 720720 // depth ELSE 0 END)
            OVER (ROWS UNBOUNDED PRECEDING) AS before
    FROM stretches
),

shares AS (
    SELECT gpu_id, name_id, label, ((sum(-step * before) + 360360) // 720720)::BIGINT AS share_ns
    FROM swept
    GROUP BY gpu_id, name_id, label
),

totals AS (
    SELECT
        gpu_id, kind, name_id, label,
        count(*) AS op_count,
        count(end_ns) AS timed_count,
        sum(end_ns - start_ns)::BIGINT AS sum_ns,
        sum(bytes)::BIGINT AS total_bytes
    FROM ops
    GROUP BY gpu_id, kind, name_id, label
)

SELECT
    t.gpu_id,
    t.kind,
    CASE WHEN t.kind = 'kernel' THEN name_of(s.text, t.name_id) ELSE coalesce(t.label, '[no name]') END AS name,
    t.op_count,
    t.timed_count,
    coalesce(t.sum_ns, 0) AS sum_ns,
    coalesce(h.share_ns, 0) AS share_ns,
    t.total_bytes
FROM totals AS t
LEFT JOIN shares AS h
    ON
        h.gpu_id IS NOT DISTINCT FROM t.gpu_id
        AND h.name_id IS NOT DISTINCT FROM t.name_id
        AND h.label IS NOT DISTINCT FROM t.label
LEFT JOIN strings AS s ON s.string_id = t.name_id
