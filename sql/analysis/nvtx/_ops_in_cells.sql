-- name: _ops_in_cells
-- summary: GPU operations with the call that launched them, and the cell of NVTX ranges that it lies in.
-- description: A cell is a pair of cuts (_nvtx_cuts) that a call begins behind and ends before: calls of one cell
--     lie in the same ranges, so that what is to be said of calls and ranges is said of cells and ranges,
--     which are few. A call and an operation belong together as in launches. Every operation is there, also
--     without a call or a cell.
-- needs: _keyed_calls, _only_process, _nvtx_cuts, _nvtx_buckets
-- param: ops RELATION -- name of a relation with (op_id, start_ns, end_ns, name_id, global_pid, correlation_id);
--     it is read twice
-- column: op_id BIGINT -- as given
-- column: start_ns BIGINT [ns] -- as given
-- column: end_ns BIGINT [ns] -- as given
-- column: name_id BIGINT -- as given
-- column: call_id BIGINT -- correlation id of the call, one of a kind in its process; NULL for none
-- column: global_tid BIGINT -- thread of the call with host, VM and process
-- column: cell_id BIGINT -- the cell; NULL for none

-- not by the calls' row ids: each column of them that is read costs a tenth of the whole
WITH called AS (
    SELECT
        k.op_id, k.start_ns, k.end_ns, k.name_id, c.correlation_id AS call_id,
        c.global_tid, c.start_ns AS api_start_ns, c.end_ns AS api_end_ns, c.is_driver
    FROM query_table(ops) AS k
    CROSS JOIN _only_process AS p
    LEFT JOIN _keyed_calls AS c
        ON c.global_pid = coalesce(k.global_pid, p.global_pid) AND c.correlation_id = nullif(k.correlation_id, 0)
),

-- 0: in no cell; NULL: to be searched
begun AS MATERIALIZED (
    SELECT
        c.op_id,
        c.start_ns,
        c.end_ns,
        c.name_id,
        c.call_id,
        c.global_tid,
        c.api_start_ns,
        c.api_end_ns,
        c.is_driver,
        b.place,
        CASE
            WHEN b.is_crowded THEN NULL
            WHEN b.place IS NULL OR c.api_end_ns IS NULL THEN 0
            WHEN c.api_end_ns = b.at_ns THEN b.place
            WHEN c.api_end_ns <= b.next_ns THEN b.place + 1
        END AS end_place
    FROM (
        SELECT c.*, least(c.api_start_ns // w.width, w.last_bucket + 1) AS bucket
        FROM called AS c
        LEFT JOIN (SELECT DISTINCT global_tid, width, last_bucket FROM _nvtx_buckets) AS w
            ON w.global_tid = c.global_tid
    ) AS c
    LEFT JOIN _nvtx_buckets AS b
        ON
            b.global_tid = c.global_tid
            AND b.bucket = c.bucket
            AND c.api_start_ns >= b.at_ns
            AND c.api_start_ns < b.next_ns
),

-- of two calls with one key the runtime's; there are few, if any: counted first, compared then
doubled AS MATERIALIZED (
    SELECT op_id
    FROM begun
    WHERE (SELECT count(*) FROM begun AS b) > (SELECT count(*) FROM query_table(ops))
    GROUP BY op_id
    HAVING count(*) > 1
),

firsts AS MATERIALIZED (
    SELECT *
    FROM begun
    WHERE op_id IN (FROM doubled)
    QUALIFY row_number() OVER (
        PARTITION BY op_id ORDER BY is_driver, api_start_ns, api_end_ns, global_tid
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

chosen AS NOT MATERIALIZED (
    FROM begun WHERE op_id NOT IN (FROM doubled)
    UNION ALL
    FROM firsts
),

-- the last cut that is not behind the call's begin, and the first that is not before its end
searched AS (
    SELECT
        c.op_id, c.start_ns, c.end_ns, c.name_id, c.call_id, c.global_tid, s.place,
        CASE WHEN s.next_ns IS NULL THEN 0 ELSE coalesce(e.place, 0) END AS end_place
    FROM (FROM chosen WHERE end_place IS NULL) AS c
    ASOF LEFT JOIN _nvtx_cuts AS s ON s.global_tid = c.global_tid AND c.api_start_ns >= s.at_ns
    ASOF LEFT JOIN _nvtx_cuts AS e ON e.global_tid = c.global_tid AND c.api_end_ns <= e.at_ns
),

placed AS (
    SELECT op_id, start_ns, end_ns, name_id, call_id, global_tid, place, end_place
    FROM chosen
    WHERE end_place IS NOT NULL
    UNION ALL
    FROM searched
)

SELECT
    op_id, start_ns, end_ns, name_id, call_id, global_tid,
    CASE WHEN end_place > 0 THEN place * (SELECT count(*) FROM _nvtx_cuts) + end_place END AS cell_id
FROM placed
