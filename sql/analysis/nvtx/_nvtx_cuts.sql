-- name: _nvtx_cuts
-- summary: The times at which a range of a thread begins or ends: between two, all calls lie in the same ranges.
-- description: Of push/pop ranges and of start/end ranges, those without an end as if they ended with time.
--     Those of the loose ones (start/end ranges, and push/pop ranges in a tangle) are counted on their own:
--     they overlap as they like, and a pair of each with every cut between would be too many. The last
--     time of any range or mark is such a cut too, so that ranges still open can be ended there.
-- keep: every call that launched work is looked up here
-- needs: _nvtx_range_rows, _nvtx_nesting, _nvtx_times
-- column: place BIGINT -- number of the cut, by thread and time
-- column: global_tid BIGINT -- thread with host, VM and process
-- column: at_ns BIGINT [ns] -- the time
-- column: next_ns BIGINT [ns] -- the next one of the thread; NULL for none
-- column: loose_from BIGINT -- loose cuts of the thread until here
-- column: loose_until BIGINT -- the same and one more where this is not one: the number of the first from here on

WITH loose AS MATERIALIZED (
    SELECT global_tid, start_ns, coalesce(end_ns, 9223372036854775807) AS until_ns
    FROM _nvtx_range_rows
    WHERE event_type IN (60, 71) AND end_tid IS NULL
    UNION ALL
    SELECT global_tid, start_ns, until_ns
    FROM _nvtx_nesting
    WHERE is_stacked AND is_tangled
),

cuts AS (
    SELECT global_tid, start_ns AS at_ns, FALSE AS is_loose FROM _nvtx_nesting WHERE is_stacked
    UNION ALL
    SELECT global_tid, until_ns, FALSE FROM _nvtx_nesting WHERE is_stacked
    UNION ALL
    SELECT global_tid, start_ns, TRUE FROM loose
    UNION ALL
    SELECT global_tid, until_ns, TRUE FROM loose
    UNION ALL
    SELECT t.global_tid, e.last_ns, TRUE
    FROM (SELECT DISTINCT global_tid FROM _nvtx_nesting) AS t
    CROSS JOIN (
        SELECT max(coalesce(end_ns, start_ns)) AS last_ns
        FROM _nvtx_times
    ) AS e
    WHERE e.last_ns IS NOT NULL
),

placed AS (
    SELECT global_tid, at_ns, bool_or(is_loose) AS is_loose
    FROM cuts
    GROUP BY global_tid, at_ns
),

counted AS (
    SELECT
        global_tid,
        at_ns,
        is_loose,
        row_number() OVER (ORDER BY global_tid, at_ns) AS place,
        lead(at_ns) OVER (PARTITION BY global_tid ORDER BY at_ns) AS next_ns,
        sum(is_loose::INTEGER) OVER (
            PARTITION BY global_tid ORDER BY at_ns ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )::BIGINT AS loose_count
    FROM placed
)

SELECT
    place,
    global_tid,
    at_ns,
    next_ns,
    loose_count AS loose_from,
    loose_count + (NOT is_loose)::BIGINT AS loose_until
FROM counted
