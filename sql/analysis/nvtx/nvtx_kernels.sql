-- name: nvtx_kernels
-- summary: Pairs of an NVTX range and a kernel launched inside it, at every level of nesting.
-- description: By launch: same thread, launching call fully inside the range. Kernels outside every
--     range are in gpu_kernels only. Under a window: the kernels that overlap it, with the ranges of the whole
--     capture that launched them. For totals per range without pairs see nvtx_gpu.
-- needs: _op_cells, _cell_holders, _loose_ranges, _nvtx_nesting, whole.nvtx_ranges, gpu_kernels
-- column: range_id BIGINT -- event_id of the range
-- column: range_name VARCHAR -- the range's text
-- column: domain VARCHAR -- name of the NVTX domain, Default for none
-- column: path VARCHAR -- texts from the root down, as in step/layer/op
-- column: depth BIGINT -- ranges that the range lies in
-- column: is_innermost BOOLEAN -- the innermost push/pop range of its domain around the launch
-- column: kernel_id BIGINT -- event_id of the kernel
-- column: kernel_name VARCHAR -- demangled name
-- column: short_name VARCHAR -- name without template and call parameters
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: stream_id BIGINT -- stream inside the context
-- column: start_ns BIGINT [ns] -- begin of the kernel
-- column: end_ns BIGINT [ns] -- end of the kernel; NULL where the row has no usable time
-- column: duration_ns BIGINT [ns] -- time of the kernel

WITH RECURSIVE ranges AS MATERIALIZED (
    SELECT event_id, range_name, domain, path, depth, parent_id FROM whole.nvtx_ranges
),

owned AS MATERIALIZED (
    SELECT h.holder_id AS range_id, h.is_loose, o.op_id >> 3 AS gpu_event_id
    FROM _op_cells AS o
    INNER JOIN _cell_holders AS h ON h.cell_id = o.cell_id
    WHERE o.op_id & 7 = 1
),

around AS (
    SELECT DISTINCT range_id AS inner_id, range_id
    FROM owned
    WHERE NOT is_loose
    UNION ALL
    SELECT a.inner_id, r.parent_id
    FROM around AS a
    INNER JOIN ranges AS r ON r.event_id = a.range_id
    WHERE r.parent_id IS NOT NULL
),

pairs AS (
    SELECT a.range_id, l.gpu_event_id, a.range_id = a.inner_id AS is_innermost
    FROM owned AS l
    INNER JOIN around AS a ON a.inner_id = l.range_id
    UNION ALL
    -- of the push/pop ranges in a tangle the one begun last
    SELECT
        s.range_id,
        l.gpu_event_id,
        n.is_stacked AND row_number() OVER (
            PARTITION BY l.gpu_event_id, n.domain_id, n.is_stacked ORDER BY n.ordinal DESC
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) = 1
    FROM owned AS l
    INNER JOIN _loose_ranges('_cell_holders') AS s ON s.holder_id = l.range_id
    INNER JOIN _nvtx_nesting AS n ON n.event_id = s.range_id
)

SELECT
    p.range_id,
    r.range_name,
    r.domain,
    r.path,
    r.depth,
    p.is_innermost,
    p.gpu_event_id AS kernel_id,
    k.kernel_name,
    k.short_name,
    k.gpu_id,
    k.stream_id,
    k.start_ns,
    k.end_ns,
    k.duration_ns
FROM pairs AS p
INNER JOIN ranges AS r ON r.event_id = p.range_id
INNER JOIN gpu_kernels AS k ON k.event_id = p.gpu_event_id
