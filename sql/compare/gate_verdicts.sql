-- name: gate_verdicts
-- summary: Every gate: passed, failed, or no verdict, and why.
-- needs: gates, time_text
-- column: gate BIGINT -- number of the gate, from 1
-- column: expression VARCHAR -- the gate as given
-- column: verdict VARCHAR -- pass, fail or no verdict
-- column: reason VARCHAR -- a sentence

WITH words AS (
    SELECT
        *,
        CASE
            WHEN unit = 'ns' THEN time_text(base)
            WHEN unit = 'bytes' THEN format('{:,}', base::BIGINT) || ' bytes'
            WHEN base = round(base) THEN format('{:,}', base::BIGINT)
            ELSE format('{:.3f}', base)
        END AS base_text,
        CASE
            WHEN unit = 'ns' THEN time_text(new)
            WHEN unit = 'bytes' THEN format('{:,}', new::BIGINT) || ' bytes'
            WHEN new = round(new) THEN format('{:,}', new::BIGINT)
            ELSE format('{:.3f}', new)
        END AS new_text
    FROM gates
),

sentences AS (
    SELECT
        *,
        operand || ': ' || coalesce(base_text, 'not measured') || ' -> ' || coalesce(new_text, 'not measured')
        || coalesce(format(' ({:+.1f}%)', percent), '')
        || CASE WHEN is_noise THEN ', inside the spread of the repeats: noise' ELSE '' END AS sentence
    FROM words
)

SELECT
    gate,
    any_value(expression) AS expression,
    CASE
        WHEN bool_or(problem IS NOT NULL) THEN 'no verdict'
        WHEN bool_and(holds) THEN 'fail'
        ELSE 'pass'
    END AS verdict,
    coalesce(
        min(problem),
        array_to_string(list_distinct(list(sentence ORDER BY term)), '; ')
    ) AS reason
FROM sentences
GROUP BY gate
ORDER BY gate
