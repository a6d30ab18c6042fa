-- name: _interval_depths
-- summary: Two unions cut at each other's ends, and which of the two covers each piece.
-- description: A sweep over the islands' ends, O(n log n). The pieces are maximal, since islands of
--     one union never touch. Islands of length 0 cover nothing and fall away.
-- needs: interval_union
-- param: a RELATION -- name of a relation with (lane, start_ns, end_ns)
-- param: b RELATION -- name of a relation with (lane, start_ns, end_ns)
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- start of the piece
-- column: end_ns BIGINT [ns] -- end of the piece; NULL after the last end
-- column: in_a BOOLEAN -- whether the union of a covers it
-- column: in_b BOOLEAN -- whether the union of b covers it

WITH edges AS (
    SELECT lane, start_ns AS at_ns, 1 AS step_a, 0 AS step_b FROM interval_union(a)
    UNION ALL
    SELECT lane, end_ns, -1, 0 FROM interval_union(a)
    UNION ALL
    SELECT lane, start_ns, 0, 1 FROM interval_union(b)
    UNION ALL
    SELECT lane, end_ns, 0, -1 FROM interval_union(b)
),

steps AS (
    SELECT lane, at_ns, sum(step_a)::BIGINT AS step_a, sum(step_b)::BIGINT AS step_b
    FROM edges
    GROUP BY lane, at_ns
    HAVING sum(step_a) <> 0 OR sum(step_b) <> 0
)

SELECT
    lane,
    at_ns AS start_ns,
    lead(at_ns) OVER (PARTITION BY lane ORDER BY at_ns) AS end_ns,
    sum(step_a) OVER (PARTITION BY lane ORDER BY at_ns ROWS UNBOUNDED PRECEDING) > 0 AS in_a,
    sum(step_b) OVER (PARTITION BY lane ORDER BY at_ns ROWS UNBOUNDED PRECEDING) > 0 AS in_b
FROM steps
