-- name: gate_verdicts
-- summary: Every gate: passed, failed, or no verdict, and why.
-- needs: gates, different_work, time_text
-- column: gate BIGINT -- number of the gate, from 1
-- column: expression VARCHAR -- the gate as given
-- column: verdict VARCHAR -- pass, fail or no verdict
-- column: reading VARCHAR -- when it fails, in words
-- column: decided_by VARCHAR -- of several terms those that decided: all of a failed gate, else those that do
--     not hold, or without verdict
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
),

judged AS (
    SELECT
        gate,
        any_value(expression) AS expression,
        CASE
            WHEN bool_or(problem IS NOT NULL) THEN 'no verdict'
            WHEN bool_and(holds) THEN 'fail'
            ELSE 'pass'
        END AS verdict,
        'fails where ' || string_agg(reading, ' and ' ORDER BY term) AS reading,
        count(*) AS term_count,
        string_agg(condition, ', ' ORDER BY term) FILTER (WHERE problem IS NOT NULL) AS open_terms,
        string_agg(condition, ', ' ORDER BY term) FILTER (WHERE NOT holds) AS unmet_terms,
        bool_or(is_total) AND EXISTS (FROM different_work) AS is_of_other_work,
        min(problem) AS problem,
        -- terms of one figure have one sentence
        string_agg(sentence, '; ' ORDER BY term) FILTER (WHERE is_first) AS sentences
    FROM (
        SELECT *, row_number() OVER (PARTITION BY gate, sentence ORDER BY term) = 1 AS is_first
        FROM sentences
    )
    GROUP BY gate
)

SELECT
    gate,
    expression,
    verdict,
    reading,
    CASE
        WHEN term_count = 1 THEN NULL
        WHEN verdict = 'no verdict' THEN open_terms
        WHEN verdict = 'fail' THEN 'all terms'
        ELSE unmet_terms
    END AS decided_by,
    coalesce(
        problem,
        sentences
        || CASE
            WHEN term_count = 1 THEN ''
            WHEN verdict = 'fail' THEN '; all terms hold'
            ELSE '; decided by ' || unmet_terms || ', which does not hold'
        END
        || CASE WHEN is_of_other_work THEN '; totals of different amounts of work' ELSE '' END
    ) AS reason
FROM judged
ORDER BY gate
