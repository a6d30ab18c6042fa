-- name: _gate_figures
-- summary: Every term of every gate with the figure that it names, of both sides.
-- description: A name is looked for as it is; where there is none, among the names that contain it, and there
--     must be only one. A row of a report is named by any of its keys, or by all with / between.
-- needs: gate_terms, gate_rows, _figures_by_trace, compared_traces, compared_sections
-- column: gate BIGINT -- number of the gate, from 1
-- column: term BIGINT -- number of the term in it, from 1
-- column: expression VARCHAR -- the gate as given
-- column: operand VARCHAR -- the figure as given
-- column: condition VARCHAR -- as in > +5%
-- column: comparison VARCHAR -- >, >=, < or <=
-- column: mode VARCHAR -- limit, difference or relative
-- column: bound DOUBLE -- the limit in the figure's unit, or per cent
-- column: reading VARCHAR -- the term in words
-- column: is_total BOOLEAN -- whether the figure is a time or a size of all, not of one
-- column: unit VARCHAR -- of the figure
-- column: name VARCHAR -- the name that was found; NULL for a whole
-- column: base DOUBLE -- median of base; NULL where it has none
-- column: new DOUBLE -- median of new; NULL where it has none
-- column: base_low DOUBLE -- begin of base's spread; NULL for one trace
-- column: base_high DOUBLE -- end of base's spread
-- column: new_low DOUBLE -- begin of new's spread; NULL for one trace
-- column: new_high DOUBLE -- end of new's spread
-- column: problem VARCHAR -- why there is no verdict
-- column: candidates VARCHAR[] -- names that the one asked for may mean, where it is none or several

WITH rows_of AS (
    SELECT
        t.gate, t.term, r.side, r.trace, coalesce(array_to_string(r.keys, '/'), '') AS name,
        r.keys, r.value
    FROM gate_terms AS t
    INNER JOIN gate_rows AS r ON r.source = t.source AND r.figure = t.figure
    UNION ALL
    SELECT
        t.gate, t.term, f.side, f.trace, coalesce(nullif(f.name, ''), f.gpu_id::VARCHAR, '') AS name,
        [name], f.value
    FROM gate_terms AS t
    INNER JOIN _figures_by_trace AS f ON f.section = t.section AND f.figure = t.figure AND f.is_there
    WHERE
        t.source = 'figures'
        AND (f.gpu_id IS NULL OR f.section IN ('gpus', 'communication'))
),

ranked AS (
    SELECT
        r.*,
        CASE
            WHEN t.wanted IS NULL THEN 1
            WHEN r.name = t.wanted THEN 1
            WHEN list_contains(r.keys, t.wanted) THEN 2
            WHEN contains(r.name, t.wanted) THEN 3
            ELSE 4
        END AS fit
    FROM rows_of AS r
    INNER JOIN gate_terms AS t ON t.gate = r.gate AND t.term = r.term
),

best AS (
    SELECT gate, term, min(fit) AS fit
    FROM ranked
    GROUP BY gate, term
),

names AS (
    SELECT r.gate, r.term, count(DISTINCT r.name) AS name_count, min(r.name) AS name
    FROM ranked AS r
    INNER JOIN best AS b ON b.gate = r.gate AND b.term = r.term AND b.fit = r.fit
    WHERE r.fit < 4
    GROUP BY r.gate, r.term
),

distinct_names AS (
    SELECT r.gate, r.term, r.name, min(r.fit) AS fit, jaro_winkler_similarity(r.name, t.wanted) AS likeness
    FROM ranked AS r
    INNER JOIN gate_terms AS t ON t.gate = r.gate AND t.term = r.term
    GROUP BY r.gate, r.term, r.name, t.wanted
),

near AS (
    SELECT
        d.gate, d.term,
        list(d.name ORDER BY d.name) FILTER (WHERE d.fit = b.fit AND d.fit < 4) AS fitting,
        list(d.name ORDER BY d.likeness DESC, d.name) FILTER (WHERE d.fit = 4) AS others
    FROM distinct_names AS d
    INNER JOIN best AS b ON b.gate = d.gate AND b.term = d.term
    GROUP BY d.gate, d.term
),

per_trace AS (
    SELECT t.gate, t.term, c.side, c.trace, r.value, r.name IS NOT NULL AS is_there, s.lacks
    FROM gate_terms AS t
    CROSS JOIN compared_traces AS c
    LEFT JOIN names AS n ON n.gate = t.gate AND n.term = t.term AND n.name_count = 1
    LEFT JOIN ranked AS r
        ON r.gate = t.gate AND r.term = t.term AND r.side = c.side AND r.trace = c.trace AND r.name = n.name
    LEFT JOIN compared_sections AS s
        ON s.side = c.side AND s.trace = c.trace AND s.section = coalesce(t.section, t.source)
),

filled AS (
    SELECT
        p.*,
        CASE
            WHEN p.is_there THEN p.value
            WHEN p.lacks IS NULL AND n.name IS NOT NULL AND (t.is_count OR p.side = 'base') THEN 0
        END AS filled
    FROM per_trace AS p
    INNER JOIN gate_terms AS t ON t.gate = p.gate AND t.term = p.term
    LEFT JOIN names AS n ON n.gate = p.gate AND n.term = p.term
),

listed AS (
    SELECT
        gate, term, side,
        count(*) AS trace_count,
        bool_or(is_there) AS is_there,
        min(lacks) AS lacks,
        CASE WHEN count(filled) = count(*) THEN list_sort(list(filled)) END AS sorted
    FROM filled
    GROUP BY gate, term, side
),

spreads AS (
    SELECT
        *,
        (sorted[(trace_count + 1) // 2] + sorted[(trace_count + 2) // 2]) / 2 AS median,
        CASE WHEN trace_count >= 5 THEN sorted[2] WHEN trace_count > 1 THEN sorted[1] END AS low,
        CASE WHEN trace_count >= 5 THEN sorted[-2] WHEN trace_count > 1 THEN sorted[-1] END AS high
    FROM listed
)

SELECT
    t.gate, t.term, t.expression, t.operand, t.condition, t.comparison, t.mode, t.bound, t.reading,
    t.is_total, t.unit,
    nullif(n.name, '') AS name,
    b.median AS base,
    w.median AS new,
    b.low AS base_low,
    b.high AS base_high,
    w.low AS new_low,
    w.high AS new_high,
    CASE
        WHEN t.mode <> 'limit' AND b.lacks IS NOT NULL THEN 'BASE does not contain ' || b.lacks || ' data'
        WHEN w.lacks IS NOT NULL THEN 'NEW does not contain ' || w.lacks || ' data'
        WHEN n.name IS NULL AND t.wanted IS NULL THEN 'neither side has it'
        WHEN n.name IS NULL THEN
            'neither side has ' || t.wanted
            || coalesce('; near: ' || array_to_string(r.others[1:3], ', '), '')
        WHEN n.name_count > 1 THEN 'several'
        WHEN w.median IS NULL AND NOT w.is_there THEN 'NEW has no ' || n.name || ' any more: renamed or gone'
        WHEN w.median IS NULL THEN 'NEW did not measure it'
        WHEN t.mode <> 'limit' AND b.median IS NULL THEN 'BASE did not measure it'
    END AS problem,
    CASE WHEN n.name_count > 1 THEN r.fitting ELSE r.others END AS candidates
FROM gate_terms AS t
LEFT JOIN names AS n ON n.gate = t.gate AND n.term = t.term
LEFT JOIN near AS r ON r.gate = t.gate AND r.term = t.term
LEFT JOIN spreads AS b ON b.gate = t.gate AND b.term = t.term AND b.side = 'base'
LEFT JOIN spreads AS w ON w.gate = t.gate AND w.term = t.term AND w.side = 'new'
