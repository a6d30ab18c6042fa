-- name: step_anchors
-- summary: What could divide the capture into steps, what was taken, and whether the others agree with it.
-- description: For each process the first of: the run's own pattern, a known marker, an NVTX text that recurs and
--     holds most of the launches, one CUDA graph, a sequence of collectives, a sequence of kernels. A sequence of
--     collectives gives way to one of kernels that lasts a whole multiple of it. Two anchors agree where the medians
--     of their steps differ by no more than 5 %, or one is 2 to 10 times the other, up to 5 %.
-- needs: _loops
-- column: anchor VARCHAR -- pattern, marker, nvtx, graph, collectives or kernels
-- column: loop_name VARCHAR -- what recurs, numbers folded
-- column: global_pid BIGINT -- the process
-- column: global_tid BIGINT -- the thread that marks the steps; NULL for device work
-- column: step_count BIGINT -- steps with an end
-- column: median_ns BIGINT [ns] -- median of their durations
-- column: is_chosen BOOLEAN -- the steps are those of this anchor
-- column: agrees BOOLEAN -- with the anchor that was chosen; NULL for that one, and for fewer than three steps

WITH anchors AS (
    SELECT
        anchor,
        rank,
        loop_name,
        global_pid,
        min(global_tid) AS global_tid,
        count(end_ns) AS step_count,
        median(end_ns - start_ns)::BIGINT AS median_ns
    FROM _loops
    GROUP BY anchor, rank, loop_name, global_pid
),

-- operations of a loop may differ in number: then its steps have several names
named AS (
    SELECT
        anchor,
        rank,
        arg_max(loop_name, (step_count, loop_name)) AS loop_name,
        global_pid,
        min(global_tid) AS global_tid,
        sum(step_count)::BIGINT AS step_count,
        arg_max(median_ns, (step_count, loop_name)) AS median_ns
    FROM anchors
    GROUP BY anchor, rank, global_pid
),

ranked AS (
    SELECT
        n.*,
        CASE
            WHEN
                n.anchor = 'collectives'
                AND k.median_ns >= 1.5 * n.median_ns
                AND abs(k.median_ns - round(k.median_ns / n.median_ns) * n.median_ns) <= 0.05 * k.median_ns
                THEN 7
            ELSE n.rank
        END AS place
    FROM named AS n
    LEFT JOIN named AS k ON k.global_pid IS NOT DISTINCT FROM n.global_pid AND k.anchor = 'kernels'
),

chosen AS (
    SELECT
        *,
        coalesce(
            CASE coalesce(getvariable('step_pattern')::VARCHAR, 'auto')
                WHEN 'none' THEN FALSE
                WHEN 'auto' THEN place = min(place) OVER (PARTITION BY global_pid)
                ELSE anchor = 'pattern'
            END,
            FALSE
        ) AS is_chosen
    FROM ranked
)

SELECT
    c.anchor,
    c.loop_name,
    c.global_pid,
    c.global_tid,
    c.step_count,
    c.median_ns,
    c.is_chosen,
    CASE
        WHEN NOT c.is_chosen AND c.step_count >= 3 AND o.step_count >= 3 AND least(c.median_ns, o.median_ns) > 0
            THEN
                greatest(c.median_ns, o.median_ns) <= 10.5 * least(c.median_ns, o.median_ns)
                AND abs(
                    greatest(c.median_ns, o.median_ns)
                    - round(greatest(c.median_ns, o.median_ns) / least(c.median_ns, o.median_ns))
                    * least(c.median_ns, o.median_ns)
                ) <= 0.05 * greatest(c.median_ns, o.median_ns)
    END AS agrees
FROM chosen AS c
LEFT JOIN chosen AS o ON o.is_chosen AND o.global_pid IS NOT DISTINCT FROM c.global_pid
