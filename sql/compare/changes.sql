-- name: changes
-- summary: What changed, in sentences, the most telling first.
-- description: First the spans and how busy time and idle time make them; then whether both sides did the
--     same amount of work; then idle time by cause, calls and kernels whose time each changed (with the median
--     first, and the longest, where few of them make the change of the mean), communication that nothing
--     hides, and calls, copies and kernels that only one side has. Small changes are left out: of less than a thousandth of base's longest span, or noise. No rows where the sides are not comparable.
-- needs: _counted, hidden_kernels_differ, compared, span_explained, per_call, kernel_fates, time_text, change_text, name_text, api_class
-- column: rank BIGINT -- order in which to tell
-- column: topic VARCHAR -- span, work, idle, api, kernels, copies, communication, names
-- column: finding VARCHAR -- a sentence

WITH spans AS (
    SELECT * FROM span_explained WHERE kind = 'span'
),

floor AS (
    SELECT max(base_ns) / 1000.0 AS floor_ns, count(*) AS gpu_count FROM spans
),

sides AS (
    SELECT gpu_id, figure, base, new, status
    FROM compared
    WHERE section = 'gpus' AND status NOT IN ('not comparable', 'not captured')
),

span_words AS (
    SELECT
        'span' AS topic,
        s.gpu_id AS place,
        'GPU ' || s.gpu_id || ': span ' || time_text(s.base_ns) || ' -> ' || time_text(s.new_ns)
        || ' (' || change_text(s.base_ns, s.new_ns) || CASE g.status WHEN 'noise' THEN ', noise' ELSE '' END
        || '): busy ' || time_text(b.base) || ' -> ' || time_text(b.new)
        || ', idle ' || time_text(i.base) || ' -> ' || time_text(i.new) AS finding
    FROM spans AS s
    INNER JOIN sides AS g ON g.gpu_id = s.gpu_id AND g.figure = 'span_ns'
    INNER JOIN sides AS b ON b.gpu_id = s.gpu_id AND b.figure = 'busy_ns'
    INNER JOIN sides AS i ON i.gpu_id = s.gpu_id AND i.figure = 'idle_ns'
),

kernels AS (
    SELECT
        sum(base_count) AS base_count,
        sum(new_count) AS new_count,
        count(*) FILTER (WHERE base_count > 0 AND new_count > 0) AS both_count,
        median(new_count / base_count) FILTER (WHERE base_count > 0 AND new_count > 0) AS ratio
    FROM per_call
    WHERE section = 'kernels'
),

alike AS (
    SELECT count(*) FILTER (WHERE abs(p.new_count / p.base_count / k.ratio - 1) <= 0.03) AS alike_count
    FROM per_call AS p, kernels AS k
    WHERE p.section = 'kernels' AND p.base_count > 0 AND p.new_count > 0
),

work_words AS (
    SELECT
        'work' AS topic,
        0 AS place,
        CASE
            WHEN k.base_count = k.new_count AND k.ratio = 1 THEN
                'Both ran ' || _counted(k.new_count, 'kernel') || ': the same amount of work'
            ELSE
                'NEW ran ' || format('{:,}', abs(k.new_count - k.base_count)::BIGINT)
                || CASE WHEN k.new_count < k.base_count THEN ' fewer' ELSE ' more' END
                || CASE abs(k.new_count - k.base_count) WHEN 1 THEN ' kernel (' ELSE ' kernels (' END
                || format('{:,}', k.base_count::BIGINT) || ' -> ' || format('{:,}', k.new_count::BIGINT)
                || ', ' || change_text(k.base_count, k.new_count) || ')'
                || CASE
                    WHEN a.alike_count >= 0.6 * k.both_count AND abs(k.ratio - 1) > 0.01 THEN
                        ': ' || CASE
                            WHEN a.alike_count < k.both_count THEN a.alike_count || ' of the ' || k.both_count
                            ELSE 'all ' || k.both_count
                        END || ' that both have are '
                        || format('{:.2f}', k.ratio) || ' times as many, so NEW did '
                        || CASE WHEN k.ratio < 1 THEN 'less' ELSE 'more' END
                        || ' of the same work; read times per call, not totals'
                    ELSE ''
                END
        END AS finding
    FROM kernels AS k, alike AS a
    WHERE k.base_count > 0 AND k.new_count > 0
),

hidden_words AS (
    SELECT 'work' AS topic, 0 AS place, reason AS finding FROM hidden_kernels_differ
),

graph_words AS (
    SELECT
        'work' AS topic,
        1 AS place,
        'Kernels launched by CUDA graphs: ' || format('{:,}', base) || ' -> ' || format('{:,}', new) AS finding
    FROM compared
    WHERE
        section = 'summary' AND figure = 'graph_node_kernel_count' AND status = 'changed'
        AND abs(difference) > 0.01 * greatest(base, new)
),

idle_words AS (
    SELECT
        'idle' AS topic,
        -abs(difference_ns) AS place,
        'GPU ' || gpu_id || ' idle'
        || CASE name
            WHEN 'launch' THEN ', since the launch came too late'
            WHEN 'sync' THEN ', while the launching thread waited in a blocking call'
            WHEN 'queued' THEN ', though the next work was already launched'
            ELSE ', cause unknown'
        END
        || ': ' || time_text(base_ns) || ' -> ' || time_text(new_ns)
        || ' (' || format('{:,}', base_count) || ' -> ' || _counted(new_count, 'gap') || ')' AS finding
    FROM span_explained, floor
    WHERE kind = 'idle' AND abs(difference_ns) >= 5 * floor_ns
),

-- whether the change of the median makes half of what the change of the mean makes; and what is left of that
-- without the longest of each side
calls_seen AS (
    SELECT
        p.*,
        f.floor_ns,
        coalesce(
            (new_median_ns - base_median_ns) * new_count / nullif(by_length_ns, 0) BETWEEN 0.5 AND 2, TRUE
        ) AS is_of_all,
        new_count * (
            (new_mean_ns * new_count - new_max_ns) / nullif(new_count - 1, 0)
            - (base_mean_ns * base_count - base_max_ns) / nullif(base_count - 1, 0)
        ) AS without_longest_ns
    FROM per_call AS p, floor AS f
),

call_words AS (
    SELECT
        section AS topic,
        -abs(by_length_ns) AS place,
        CASE section
            WHEN 'api' THEN 'The host: ' || name
            ELSE name_text(name)
        END
        || CASE
            WHEN is_of_all THEN
                ' takes ' || time_text(new_mean_ns) || ' each, was ' || time_text(base_mean_ns)
                || ' (' || change_text(base_mean_ns, new_mean_ns) || ')'
            ELSE
                ': median ' || time_text(new_median_ns) || ', was ' || time_text(base_median_ns)
                || '; the longest, ' || time_text(new_max_ns) || ', was ' || time_text(base_max_ns)
                || CASE
                    WHEN abs(without_longest_ns) < 0.5 * abs(by_length_ns) THEN ', makes most of the difference'
                    ELSE ''
                END
                || '; mean ' || time_text(new_mean_ns) || ', was ' || time_text(base_mean_ns)
        END
        || ': over ' || format('{:,}', new_count) || ' of them '
        || time_text(abs(by_length_ns)) || CASE WHEN by_length_ns < 0 THEN ' less' ELSE ' more' END AS finding
    FROM calls_seen
    WHERE
        base_count > 0 AND new_count > 0 AND NOT is_noise
        AND abs(by_length_ns) >= floor_ns
        AND abs(new_mean_ns - base_mean_ns) >= 0.03 * base_mean_ns
        AND (section <> 'api' OR api_class(name) <> 'sync')
),

comm_words AS (
    SELECT
        'communication' AS topic,
        c.gpu_id AS place,
        'GPU ' || c.gpu_id || ': communication that no computation hides ' || time_text(c.base) || ' -> '
        || time_text(c.new) || ' (' || change_text(c.base, c.new)
        || '); it includes waiting for other GPUs' AS finding
    FROM compared AS c, floor
    WHERE
        c.section = 'communication' AND c.figure = 'comm_only_ns' AND c.status = 'changed'
        AND abs(c.difference) >= 5 * floor_ns
),

fate_words AS (
    SELECT
        'names' AS topic,
        -greatest(coalesce(base_ns, 0), coalesce(new_ns, 0)) AS place,
        CASE fate
            WHEN 'renamed' THEN
                name_text(base_name) || ' is ' || name_text(new_name)
                || ' now, it seems (same launch shape, ' || shape || '): '
                || time_text(base_ns) || ' -> ' || time_text(new_ns)
            WHEN 'vanished' THEN
                'NEW has no ' || name_text(base_name) || ' any more (' || format('{:,}', base_count) || ', '
                || time_text(base_ns) || ' in BASE)'
            ELSE
                'New in NEW: ' || name_text(new_name)
                || ' (' || format('{:,}', new_count) || ', ' || time_text(new_ns) || ')'
        END AS finding
    FROM kernel_fates, floor
    WHERE greatest(coalesce(base_ns, 0), coalesce(new_ns, 0)) >= floor_ns
),

alone AS (
    SELECT
        c.section, c.name, c.base, c.new, c.status, n.base AS base_count, n.new AS new_count
    FROM compared AS c
    INNER JOIN compared AS n
        ON n.section = c.section AND n.name = c.name AND n.gpu_id IS NULL AND n.figure = 'count'
    WHERE
        c.section IN ('api', 'copies') AND c.gpu_id IS NULL AND c.figure = 'total_ns'
        AND (c.status IN ('only base', 'only new') OR (c.section = 'copies' AND c.status = 'not captured'))
),

alone_words AS (
    SELECT
        'names' AS topic,
        -greatest(coalesce(base, 0), coalesce(new, 0)) AS place,
        CASE WHEN status = 'only base' OR new IS NULL THEN 'Only BASE' ELSE 'Only NEW' END
        || CASE section WHEN 'api' THEN ' calls ' ELSE ' has ' END || name || ' ('
        || format('{:,}', coalesce(nullif(base_count, 0), new_count)) || ', '
        || time_text(coalesce(nullif(base, 0), new)) || ')'
        || CASE
            WHEN status <> 'not captured' THEN ''
            WHEN new IS NULL THEN ': NEW made no copies, or did not capture them'
            ELSE ': BASE made no copies, or did not capture them'
        END AS finding
    FROM alone, floor
    WHERE greatest(coalesce(base, 0), coalesce(new, 0)) >= floor_ns
),

told AS (
    SELECT 1 AS chapter, * FROM span_words
    UNION ALL
    SELECT 2, * FROM work_words
    UNION ALL
    SELECT 2, * FROM hidden_words
    UNION ALL
    SELECT 2, * FROM graph_words
    UNION ALL
    SELECT 3, * FROM idle_words
    UNION ALL
    SELECT CASE topic WHEN 'api' THEN 4 WHEN 'kernels' THEN 6 ELSE 7 END, * FROM call_words
    UNION ALL
    SELECT 5, * FROM comm_words
    UNION ALL
    SELECT 8, * FROM alone_words
    UNION ALL
    SELECT 9, * FROM fate_words
)

SELECT row_number() OVER (ORDER BY chapter, place, finding) AS rank, topic, finding
FROM told
QUALIFY
    row_number() OVER (PARTITION BY chapter ORDER BY place, finding)
    <= CASE WHEN topic IN ('span', 'communication') THEN 8 WHEN topic = 'idle' THEN 4 ELSE 3 END
ORDER BY rank
