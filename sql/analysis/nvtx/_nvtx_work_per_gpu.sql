-- name: _nvtx_work_per_gpu
-- summary: As _nvtx_work, of each GPU alone: the work there that each NVTX range launched.
-- description: Ranges and GPUs without any are left out. Here pairs of a range and an operation are made.
-- keep: per range and per name figures read it
-- needs: _op_cells, _cell_holders, _loose_ranges, _nvtx_nesting, gpu_activity, _op_id, interval_union
-- column: range_id BIGINT -- the range
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: busy_ns BIGINT [ns] -- length of the union of the work; NULL where none has usable times
-- column: op_count BIGINT -- operations launched inside
-- column: kernel_count BIGINT -- kernels among them

WITH RECURSIVE climb AS MATERIALIZED (
    SELECT event_id, parent_id
    FROM _nvtx_nesting
    WHERE is_stacked AND NOT is_tangled AND parent_id IS NOT NULL
),

around AS (
    SELECT DISTINCT holder_id, holder_id AS range_id FROM _cell_holders WHERE NOT is_loose
    UNION ALL
    SELECT holder_id, range_id FROM _loose_ranges('_cell_holders')
    UNION ALL
    SELECT a.holder_id, c.parent_id
    FROM around AS a
    INNER JOIN climb AS c ON c.event_id = a.range_id
),

pairs AS MATERIALIZED (
    SELECT {'range_id': a.range_id, 'gpu_id': g.gpu_id} AS lane, g.kind, o.start_ns, o.end_ns
    FROM _op_cells AS o
    INNER JOIN _cell_holders AS h ON h.cell_id = o.cell_id
    INNER JOIN around AS a ON a.holder_id = h.holder_id
    INNER JOIN gpu_activity AS g ON _op_id(g.kind, g.event_id) = o.op_id
),

_pairs AS (
    SELECT lane, start_ns, end_ns FROM pairs
),

busy AS (
    SELECT lane, sum(end_ns - start_ns)::BIGINT AS busy_ns FROM interval_union('_pairs') GROUP BY lane
),

counted AS (
    SELECT lane, count(*) AS op_count, count(*) FILTER (WHERE kind = 'kernel') AS kernel_count
    FROM pairs
    GROUP BY lane
)

SELECT c.lane.range_id AS range_id, c.lane.gpu_id AS gpu_id, b.busy_ns, c.op_count, c.kernel_count
FROM counted AS c
LEFT JOIN busy AS b ON b.lane = c.lane
