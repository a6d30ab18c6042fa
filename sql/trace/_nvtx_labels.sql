-- name: _nvtx_labels
-- summary: Names of NVTX domains and categories, which a process registers as events of their own.
-- description: A name that several threads registered stands once, so that no event is doubled.
-- needs: strings, process_of
-- reads: NVTX_EVENTS eventType! text:VARCHAR textId globalTid domainId category
-- column: pid BIGINT -- process id
-- column: domain_id BIGINT -- the domain's number inside the process
-- column: category_id BIGINT -- the category's number; NULL for the name of the domain itself
-- column: name VARCHAR -- the registered name

SELECT
    process_of(n.globalTid) AS pid,
    coalesce(n.domainId, 0) AS domain_id,
    CASE n.eventType WHEN 33 THEN n.category END AS category_id,
    min(coalesce(nullif(n.text, ''), s.text)) AS name
FROM {{ source('NVTX_EVENTS') }} AS n
LEFT JOIN strings AS s ON s.string_id = n.textId
WHERE n.eventType IN (33, 75)
GROUP BY ALL
HAVING name IS NOT NULL
