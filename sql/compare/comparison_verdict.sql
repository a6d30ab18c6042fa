-- name: comparison_verdict
-- summary: The verdict on the whole, and the exit status that says it.
-- description: 1 where a gate failed; else 3 where the sides are not comparable or a gate has no verdict.
-- needs: gate_verdicts, comparability
-- column: verdict VARCHAR -- pass, fail, no verdict, not comparable, or compared where there is no gate
-- column: exit_status BIGINT -- 0, 1 or 3
-- column: reason VARCHAR -- a sentence; NULL where there is nothing to say

WITH gates_seen AS (
    SELECT
        count(*) AS gate_count,
        count(*) FILTER (WHERE verdict = 'fail') AS failed_count,
        count(*) FILTER (WHERE verdict = 'no verdict') AS open_count
    FROM gate_verdicts
),

listed AS (
    SELECT list(reason ORDER BY rank, reason) AS reasons
    FROM comparability
    WHERE NOT is_allowed
),

-- with repeats one cause has a reason for each pair
blocked AS (
    SELECT
        array_to_string(reasons[1:2], '; ')
        || CASE WHEN len(reasons) > 2 THEN '; and ' || (len(reasons) - 2) || ' more like it' ELSE '' END AS reasons
    FROM listed
)

SELECT
    CASE
        WHEN b.reasons IS NOT NULL THEN 'not comparable'
        WHEN g.failed_count > 0 THEN 'fail'
        WHEN g.open_count > 0 THEN 'no verdict'
        WHEN g.gate_count > 0 THEN 'pass'
        ELSE 'compared'
    END AS verdict,
    CASE
        WHEN b.reasons IS NOT NULL THEN 3
        WHEN g.failed_count > 0 THEN 1
        WHEN g.open_count > 0 THEN 3
        ELSE 0
    END::BIGINT AS exit_status,
    CASE
        WHEN b.reasons IS NOT NULL THEN b.reasons
        WHEN g.gate_count = 1 AND g.failed_count > 0 THEN 'the gate failed'
        WHEN g.failed_count > 0 THEN g.failed_count || ' of ' || g.gate_count || ' gates failed'
        WHEN g.gate_count = 1 AND g.open_count > 0 THEN 'the gate could not be judged'
        WHEN g.open_count > 0 THEN g.open_count || ' of ' || g.gate_count || ' gates could not be judged'
        WHEN g.gate_count = 1 THEN 'the gate passed'
        WHEN g.gate_count > 0 THEN 'all ' || g.gate_count || ' gates passed'
    END AS reason
FROM gates_seen AS g, blocked AS b
