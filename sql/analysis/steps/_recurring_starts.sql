-- name: _recurring_starts
-- summary: Where a sequence of operations repeats: the start of each repetition, per lane.
-- description: An operation's name, alone or with the name before it, that occurs at least three times divides the
--     sequence into segments. The segments of one that occurs once a repetition have the same operations: their
--     number and the sum of their names' hashes agree. The name is taken whose segments agree most; of equal ones
--     the most frequent, then the earliest. One with another kind of segment that comes back at least three times
--     marks a part of the repetition, as a layer, and gives way. The start is then moved back over the operations
--     before it that are the same before the first and the second occurrence.
-- param: sequence RELATION -- name of a relation with (lane, id, start_ns, end_ns): operations of one stream, id their name
-- column: lane ANY -- as given
-- column: start_ns BIGINT [ns] -- start of the repetition's first operation
-- column: end_ns BIGINT [ns] -- start of the next repetition; of the last one the end of its last operation
-- column: op_count BIGINT -- operations in it
-- column: is_usual BOOLEAN -- it has the operations that most repetitions have

WITH placed AS MATERIALIZED (
    SELECT
        lane,
        at_ns,
        end_ns,
        code,
        row_number() OVER in_order AS ordinal,
        sum(code) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)::BIGINT AS codes,
        lag(code) OVER in_order AS before_code
    FROM (
        SELECT lane, start_ns AS at_ns, end_ns, (hash(id) % 1099511627776)::BIGINT AS code
        FROM query_table(sequence)
        WHERE end_ns >= start_ns
    )
    WINDOW in_order AS (PARTITION BY lane ORDER BY at_ns, end_ns, code)
),

occurrences AS (
    SELECT lane, code AS sign, FALSE AS is_pair, ordinal, codes - code AS codes_before FROM placed
    UNION ALL
    SELECT lane, (hash(before_code, code) % 1099511627776)::BIGINT, TRUE, ordinal, codes - code
    FROM placed
    WHERE before_code IS NOT NULL
),

segments AS (
    SELECT
        lane,
        sign,
        is_pair,
        ordinal,
        lead(ordinal) OVER following - ordinal AS length,
        lead(codes_before) OVER following - codes_before AS content
    FROM occurrences
    WINDOW following AS (PARTITION BY lane, sign, is_pair ORDER BY ordinal)
),

contents AS (
    SELECT lane, sign, is_pair, length, content, count(*) AS n, min(ordinal) AS first_ordinal
    FROM segments
    WHERE length IS NOT NULL
    GROUP BY ALL
),

signs AS (
    SELECT
        lane,
        sign,
        is_pair,
        sum(n)::BIGINT AS segment_count,
        max(n) AS usual_count,
        arg_max(length, (n, length, content)) AS usual_length,
        arg_max(content, (n, length, content)) AS usual_content,
        coalesce(max(n, 2)[2], 0) >= 3 AS is_part,
        min(first_ordinal) AS first_ordinal
    FROM contents
    GROUP BY lane, sign, is_pair
),

chosen AS MATERIALIZED (
    SELECT lane, sign, is_pair, usual_length, usual_content, first_ordinal
    FROM signs
    WHERE segment_count >= 2 AND usual_length >= 2 AND 2 * usual_count >= segment_count AND usual_count >= 2
    QUALIFY row_number() OVER (
        PARTITION BY lane
        ORDER BY
            is_part, (1000 * usual_count) // segment_count DESC, segment_count DESC, first_ordinal, is_pair, sign
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
),

-- the start moves back as far as the first two repetitions are preceded by the same operations
seconds AS (
    SELECT c.lane, c.usual_length, min(s.ordinal) AS first_ordinal, min(s.ordinal, 2)[2] AS second_ordinal
    FROM chosen AS c
    INNER JOIN segments AS s ON s.lane = c.lane AND s.sign = c.sign AND s.is_pair = c.is_pair
    GROUP BY c.lane, c.usual_length
),

before_both AS (
    SELECT s.lane, s.first_ordinal - p.ordinal AS back, p.code = q.code AS is_same
    FROM seconds AS s
    INNER JOIN placed AS p ON p.lane = s.lane AND p.ordinal < s.first_ordinal
    INNER JOIN placed AS q ON q.lane = s.lane AND q.ordinal = p.ordinal + s.second_ordinal - s.first_ordinal
    WHERE s.first_ordinal - p.ordinal < s.usual_length
),

moved AS (
    SELECT
        s.lane,
        coalesce(min(b.back) FILTER (WHERE NOT b.is_same) - 1, max(b.back), 0) AS back
    FROM seconds AS s
    LEFT JOIN before_both AS b ON b.lane = s.lane
    GROUP BY s.lane
),

starts AS (
    SELECT
        c.lane,
        s.ordinal - m.back AS ordinal,
        c.usual_length,
        lead(s.ordinal - m.back) OVER (PARTITION BY c.lane ORDER BY s.ordinal) AS next_ordinal
    FROM chosen AS c
    INNER JOIN segments AS s ON s.lane = c.lane AND s.sign = c.sign AND s.is_pair = c.is_pair
    INNER JOIN moved AS m ON m.lane = c.lane
),

lasts AS (
    SELECT lane, max(ordinal) AS last_ordinal FROM placed GROUP BY lane
),

closed AS (
    SELECT
        s.lane,
        s.ordinal,
        s.usual_length,
        s.next_ordinal,
        -- the last repetition has no next one: it ends where a usual one would
        coalesce(s.next_ordinal - 1, least(s.ordinal + s.usual_length - 1, l.last_ordinal)) AS until_ordinal
    FROM starts AS s
    INNER JOIN lasts AS l ON l.lane = s.lane
)

SELECT
    c.lane,
    p.at_ns AS start_ns,
    coalesce(n.at_ns, q.end_ns) AS end_ns,
    c.until_ordinal - c.ordinal + 1 AS op_count,
    c.until_ordinal - c.ordinal + 1 = c.usual_length AS is_usual
FROM closed AS c
INNER JOIN placed AS p ON p.lane = c.lane AND p.ordinal = c.ordinal
INNER JOIN placed AS q ON q.lane = c.lane AND q.ordinal = c.until_ordinal
LEFT JOIN placed AS n ON n.lane = c.lane AND n.ordinal = c.next_ordinal
