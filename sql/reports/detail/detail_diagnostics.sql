-- name: detail_diagnostics
-- summary: Warnings and errors that nsys itself noted, and all that it says of lost events.
-- description: Of the whole capture, whatever the window.
-- command: summarize
-- needs: whole.diagnostics
-- column: severity VARCHAR -- error, warning, info, verbose or unknown
-- column: message VARCHAR -- what nsys says
-- column: is_about_loss BOOLEAN -- whether it speaks of events that were dropped, lost or discarded
-- column: message_count BIGINT -- how often

WITH told AS (
    SELECT
        severity,
        message,
        coalesce(regexp_matches(message, '(?i)\b(drop|dropped|lost|discard|discarded)\b'), FALSE)
            AS is_about_loss
    FROM whole.diagnostics
)

SELECT severity, message, is_about_loss, count(*) AS message_count
FROM told
WHERE severity IN ('warning', 'error') OR is_about_loss
GROUP BY severity, message, is_about_loss
ORDER BY severity, message
