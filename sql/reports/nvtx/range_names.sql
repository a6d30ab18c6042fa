-- name: range_names
-- summary: NVTX range texts that look most like a given one.
-- command: --during
-- description: Likeness is Jaro-Winkler, case aside; ranges that have an end count.
-- needs: nvtx_events
-- param: name VARCHAR = '' -- the text that was looked for
-- param: top INTEGER = 5 -- rows to return; 0 for all
-- column: range_name VARCHAR -- a text that the trace has
-- column: domain VARCHAR -- name of its NVTX domain
-- column: range_count BIGINT -- ranges with that text in that domain

WITH texts AS (
    SELECT text AS range_name, domain, count(*) AS range_count
    FROM nvtx_events
    WHERE is_range AND end_ns IS NOT NULL
    GROUP BY text, domain
),

alike AS (
    SELECT
        range_name,
        domain,
        range_count,
        row_number() OVER (
            ORDER BY jaro_winkler_similarity(lower(range_name), lower($name)) DESC, range_name, domain
        ) AS rank
    FROM texts
)

SELECT range_name, domain, range_count
FROM alike
WHERE $top = 0 OR rank <= $top
ORDER BY rank
