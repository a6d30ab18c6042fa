-- name: _ops_in_cells
-- summary: GPU operations with the call that launched them, and the cell of NVTX ranges that it lies in.
-- description: A cell is a pair of cuts (_nvtx_cuts) that a call begins behind and ends before: calls of one cell
--     lie in the same ranges, so that what is to be said of calls and ranges is said of cells and ranges,
--     which are few. A call and an operation belong together as in launches. Every operation is there, also
--     without a call or a cell.
-- needs: _keyed_calls, _only_process, _nvtx_cuts
-- param: ops RELATION -- name of a relation with (op_id, start_ns, end_ns, name_id, global_pid, correlation_id)
-- column: op_id BIGINT -- as given
-- column: start_ns BIGINT [ns] -- as given
-- column: end_ns BIGINT [ns] -- as given
-- column: name_id BIGINT -- as given
-- column: api_event_id BIGINT -- the call; NULL for none
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: cell_id BIGINT -- the cell; NULL for none

WITH keyed AS MATERIALIZED (
    SELECT
        o.op_id, o.start_ns, o.end_ns, o.name_id, nullif(o.correlation_id, 0) AS correlation_id,
        coalesce(o.global_pid, p.global_pid) AS caller_pid
    FROM query_table(ops) AS o
    CROSS JOIN _only_process AS p
),

called AS (
    SELECT
        k.op_id, k.start_ns, k.end_ns, k.name_id,
        c.event_id AS api_event_id, c.global_tid, c.start_ns AS api_start_ns, c.end_ns AS api_end_ns, c.is_driver
    FROM keyed AS k
    LEFT JOIN _keyed_calls AS c ON c.global_pid = k.caller_pid AND c.correlation_id = k.correlation_id
),

begun AS MATERIALIZED (
    SELECT
        c.*,
        p.place,
        CASE
            WHEN p.next_ns IS NULL THEN 0
            WHEN c.api_end_ns = p.at_ns THEN p.place
            WHEN c.api_end_ns <= p.next_ns THEN p.place + 1
            WHEN c.api_end_ns IS NULL THEN 0
        END AS end_place
    FROM called AS c
    ASOF LEFT JOIN _nvtx_cuts AS p ON p.global_tid = c.global_tid AND c.api_start_ns >= p.at_ns
),

-- of two calls with one key the runtime's; there are few, if any: counted first, compared then
seconds AS (
    SELECT op_id, api_event_id
    FROM begun
    WHERE (SELECT count(*) FROM begun AS b) > (SELECT count(*) FROM keyed)
    QUALIFY row_number() OVER (
        PARTITION BY op_id ORDER BY is_driver, api_event_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) > 1
),

-- the end of a call behind the next cut: the first that is not before it
ended AS (
    SELECT op_id, start_ns, end_ns, name_id, api_event_id, global_tid, place, end_place
    FROM begun
    WHERE end_place IS NOT NULL
    UNION ALL
    SELECT b.op_id, b.start_ns, b.end_ns, b.name_id, b.api_event_id, b.global_tid, b.place, coalesce(p.place, 0)
    FROM (FROM begun WHERE end_place IS NULL) AS b
    ASOF LEFT JOIN _nvtx_cuts AS p ON p.global_tid = b.global_tid AND b.api_end_ns <= p.at_ns
)

SELECT
    op_id, start_ns, end_ns, name_id, api_event_id, global_tid,
    CASE WHEN end_place > 0 THEN place * (SELECT count(*) FROM _nvtx_cuts) + end_place END AS cell_id
FROM ended
WHERE api_event_id IS NULL OR (op_id, api_event_id) NOT IN (SELECT (op_id, api_event_id) FROM seconds)
