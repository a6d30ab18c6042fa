-- name: trend
-- summary: The course of figures over the traces of a history, oldest first.
-- description: In order of the capture; where a trace does not tell when that was, of the append. A name is
--     looked for as it is, else every name that contains it is a series. The median before is that of as many
--     traces as the run asks for, at most. A trace without the figure has NULL.
-- needs: history, trend_wanted
-- column: series VARCHAR -- the figure as asked for, with the name that was found where that is another
-- column: scope VARCHAR -- window and GPU; empty for whole traces
-- column: place BIGINT -- number of the trace in the series, from 1
-- column: at_utc VARCHAR -- when it was captured, else appended
-- column: trace VARCHAR -- the file's name
-- column: label VARCHAR -- as given with --label
-- column: gpu_models VARCHAR -- models of the GPUs that worked
-- column: unit VARCHAR -- ns, bytes; NULL for counts
-- column: value BIGINT -- the figure; NULL: the trace does not have it
-- column: previous BIGINT -- of the trace before
-- column: change_pct DOUBLE [% of previous] -- value less previous
-- column: median_before DOUBLE -- median of the traces before
-- column: median_change_pct DOUBLE [% of median_before] -- value less that median
-- column: level BIGINT -- the value between the least and the most of the series, 0 to 7
-- column: gpu_count BIGINT -- GPUs with work; NULL where the trace has none
-- column: note VARCHAR -- other GPUs than the trace before had, which compare would refuse; NULL for none

WITH traces AS (
    SELECT
        content_hash, scope,
        min(coalesce(captured_utc, appended_utc)) AS at_utc,
        min(trace) AS trace,
        min(label) AS label,
        min(gpu_models) AS gpu_models,
        nullif(count(DISTINCT CASE WHEN section = 'gpus' THEN gpu_id END), 0) AS gpu_count
    FROM history
    GROUP BY content_hash, scope
),

found AS (
    SELECT
        w.turn, w.operand, w.wanted, h.content_hash, h.scope,
        CASE WHEN h.section IN ('gpus', 'communication') THEN h.gpu_id::VARCHAR ELSE h.name END AS name,
        any_value(h.unit) AS unit,
        sum(h.value)::BIGINT AS value
    FROM trend_wanted AS w
    INNER JOIN history AS h ON h.section = w.section AND h.figure = w.figure
    GROUP BY ALL
),

exact AS (
    SELECT DISTINCT turn FROM found WHERE wanted IS NULL OR name = wanted
),

fitting AS (
    SELECT f.*
    FROM found AS f
    LEFT JOIN exact AS e ON e.turn = f.turn
    WHERE f.wanted IS NULL OR f.name = f.wanted OR (e.turn IS NULL AND contains(f.name, f.wanted))
),

series AS (
    SELECT
        turn, name, scope,
        any_value(CASE WHEN wanted IS NULL OR name = wanted THEN operand ELSE operand || ' (' || name || ')' END)
            AS series,
        any_value(unit) AS unit
    FROM fitting
    GROUP BY turn, name, scope
),

courses AS (
    SELECT s.turn, s.series, s.name, s.unit, t.*, f.value
    FROM series AS s
    INNER JOIN traces AS t ON t.scope = s.scope
    LEFT JOIN fitting AS f
        ON f.turn = s.turn AND f.name = s.name AND f.scope = s.scope AND f.content_hash = t.content_hash
),

compared AS (
    SELECT
        *,
        row_number() OVER in_order AS place,
        lag(value) OVER (PARTITION BY turn, name, scope ORDER BY at_utc, content_hash) AS previous,
        lag(gpu_models) OVER (PARTITION BY turn, name, scope ORDER BY at_utc, content_hash) AS models_before,
        lag(gpu_count) OVER (PARTITION BY turn, name, scope ORDER BY at_utc, content_hash) AS count_before,
        median(value) OVER (
            PARTITION BY turn, name, scope ORDER BY at_utc, content_hash
            ROWS BETWEEN getvariable('last') PRECEDING AND 1 PRECEDING
        ) AS median_before,
        min(value) OVER (PARTITION BY turn, name, scope) AS least,
        max(value) OVER (PARTITION BY turn, name, scope) AS most
    FROM courses
    WINDOW in_order AS (
        PARTITION BY turn, name, scope ORDER BY at_utc, content_hash
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
)

SELECT
    series, scope, place, at_utc, trace, label, gpu_models, unit, value, previous,
    100.0 * (value - previous) / nullif(previous, 0) AS change_pct,
    median_before::DOUBLE AS median_before,
    100.0 * (value - median_before) / nullif(median_before, 0) AS median_change_pct,
    CASE WHEN most > least THEN (7 * (value - least) // (most - least))::BIGINT WHEN value IS NOT NULL THEN 3 END
        AS level,
    gpu_count,
    CASE
        WHEN gpu_count <> count_before THEN
            gpu_count || CASE gpu_count WHEN 1 THEN ' GPU' ELSE ' GPUs' END || ', the one before ' || count_before
        WHEN gpu_models <> models_before THEN 'on ' || gpu_models || ', the one before on ' || models_before
    END AS note
FROM compared
ORDER BY turn, name, scope, place
