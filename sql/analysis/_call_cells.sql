-- name: _call_cells
-- summary: API calls that launched work, gathered by which start/end ranges of their thread they lie in.
-- description: The begins and ends of a thread's start/end ranges, and of those in tangles, cut its time
--     into cells. Calls that begin in one cell and end in one cell lie in the same ranges: what is to
--     be said of calls and ranges is said of cells and ranges, which are few. The last time of any range
--     or mark is a cut too, so that ranges still open can be ended there.
-- keep: attribution and projections read it
-- needs: _launched_calls, _nvtx_rows, _nvtx_nesting, nvtx_events
-- column: cell_id BIGINT -- number of the cell, or of the pair of cells that a call begins and ends in
-- column: api_event_id BIGINT -- the call
-- column: caller_pid BIGINT -- its process with host and VM
-- column: correlation_id BIGINT -- ties it to its operations, inside the process
-- column: global_tid BIGINT -- its thread with host, VM and process
-- column: api_start_ns BIGINT [ns] -- begin of the call
-- column: api_end_ns BIGINT [ns] -- end of the call
-- column: first_ns BIGINT [ns] -- first start of its operations; NULL where none has usable times
-- column: last_ns BIGINT [ns] -- last end of its operations

WITH loose AS MATERIALIZED (
    SELECT global_tid, start_ns, end_ns AS until_ns
    FROM _nvtx_rows
    WHERE event_type IN (60, 71) AND end_tid IS NULL
    UNION ALL
    SELECT global_tid, start_ns, until_ns
    FROM _nvtx_nesting
    WHERE is_stacked AND is_tangled
),

cuts AS (
    SELECT global_tid, start_ns AS at_ns FROM loose
    UNION
    SELECT global_tid, coalesce(until_ns, 9223372036854775807) FROM loose
    UNION
    SELECT l.global_tid, e.last_ns
    FROM (SELECT DISTINCT global_tid FROM loose) AS l
    CROSS JOIN (SELECT max(coalesce(end_ns, start_ns)) AS last_ns FROM nvtx_events) AS e
    WHERE e.last_ns IS NOT NULL
),

places AS MATERIALIZED (
    SELECT
        global_tid,
        at_ns,
        row_number() OVER (ORDER BY global_tid, at_ns) AS place,
        lead(at_ns) OVER (PARTITION BY global_tid ORDER BY at_ns) AS next_ns,
        count(*) OVER () AS place_count
    FROM cuts
),

-- a call that ends at a cut or before the next one: the next is the first that is not before its end
begun AS MATERIALIZED (
    SELECT
        c.*,
        p.place,
        p.place_count,
        CASE
            WHEN c.api_end_ns = p.at_ns THEN p.place
            WHEN c.api_end_ns <= p.next_ns THEN p.place + 1
        END AS end_place
    FROM _launched_calls AS c
    ASOF INNER JOIN places AS p ON p.global_tid = c.global_tid AND c.api_start_ns >= p.at_ns
    WHERE c.api_end_ns IS NOT NULL AND p.next_ns IS NOT NULL
),

ended AS (
    FROM begun WHERE end_place IS NOT NULL
    UNION ALL
    SELECT b.* REPLACE (p.place AS end_place)
    FROM (FROM begun WHERE end_place IS NULL) AS b
    ASOF INNER JOIN places AS p ON p.global_tid = b.global_tid AND b.api_end_ns <= p.at_ns
)

SELECT
    place * place_count + end_place AS cell_id,
    api_event_id,
    caller_pid,
    correlation_id,
    global_tid,
    api_start_ns,
    api_end_ns,
    first_ns,
    last_ns
FROM ended
