-- name: summary_nvtx
-- summary: NVTX ranges by text: how often, how long, and how long with a GPU at work.
-- command: summarize
-- description: Ranges of all threads, processes and domains with one text stand together; ranges
--     without an end and dispatch events are left out. The overlap is that of the text's union with
--     the busy union of all GPUs, whoever launched the work: busy time before each island's end less
--     that before its start.
-- needs: _nvtx_events, _gpu_busy_before, _captured, interval_union, fold_ids
-- param: nvtx REGEX = '' -- keep texts in which this regular expression is found
-- param: exclude REGEX = NULL -- leave out texts in which this regular expression is found; NULL for none
-- param: dispatch REGEX = '^CG_DISPATCH' -- texts of dispatch events, which are not in this list
-- param: strip_ids BOOLEAN = FALSE -- fold the digits of texts, so that step 1 and step 2 are step #
-- column: text VARCHAR -- the ranges' text
-- column: range_count BIGINT -- ranges that have an end
-- column: sum_ns BIGINT [ns] -- sum of their durations; nested ones count each
-- column: union_ns BIGINT [ns] -- length of their union
-- column: gpu_overlap_ns BIGINT [ns] -- of that union, the time that some GPU was at work; NULL: no device table

WITH ranges AS (
    SELECT CASE WHEN $strip_ids::BOOLEAN THEN fold_ids(text) ELSE text END AS lane, start_ns, end_ns
    FROM _nvtx_events
    WHERE
        end_ns IS NOT NULL
        AND regexp_matches(text, $nvtx)
        AND NOT coalesce(regexp_matches(text, $exclude::VARCHAR), FALSE)
        AND NOT regexp_matches(text, $dispatch)
),

totals AS (
    SELECT
        lane AS text,
        min(start_ns) AS first_ns,
        count(*) AS range_count,
        sum(end_ns - start_ns)::BIGINT AS sum_ns
    FROM ranges
    GROUP BY lane
),

islands AS (
    SELECT lane AS text, start_ns, end_ns FROM interval_union('ranges')
),

unions AS (
    SELECT
        i.text,
        sum(i.end_ns - i.start_ns)::BIGINT AS union_ns,
        sum(e.busy_ns - s.busy_ns)::BIGINT AS gpu_overlap_ns
    FROM islands AS i
    INNER JOIN _gpu_busy_before AS s ON s.at_ns = i.start_ns
    INNER JOIN _gpu_busy_before AS e ON e.at_ns = i.end_ns
    GROUP BY i.text
)

SELECT
    t.text,
    t.range_count,
    t.sum_ns,
    u.union_ns,
    CASE
        WHEN (SELECT bool_or(is_captured) FROM _captured WHERE is_device_work)
            THEN u.gpu_overlap_ns
    END AS gpu_overlap_ns
FROM totals AS t
INNER JOIN unions AS u ON u.text = t.text
ORDER BY t.first_ns, t.text
