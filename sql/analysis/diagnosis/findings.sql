-- name: findings
-- summary: What to fix first: causes of lost time, ranked by what they could give back per step.
-- description: Of each kind the GPU where it gives back most. recoverable_ns is an upper bound, and ceiling_pct, T / (T - R) - 1
--     of step time T and recoverable time R, a ceiling, never a forecast. What gives back less than 3 % of a step is
--     no finding. Findings may overlap in time: their times do not add up. Per steady step; of the whole capture where
--     there is no loop.
-- needs: _recoverable, finding_kinds
-- column: rank BIGINT -- 1 for the first to look at
-- column: kind VARCHAR -- one of finding_kinds
-- column: title VARCHAR -- one sentence
-- column: gpu_id BIGINT -- the GPU
-- column: range_name VARCHAR -- the NVTX range with most of it; NULL where unknown
-- column: kernel_name VARCHAR -- the kernel; NULL for several
-- column: recoverable_ns BIGINT [ns] -- time of a step that it could give back; NULL where the trace does not say
-- column: ceiling_pct DOUBLE [% of steps per time] -- how many more steps there could be in the same time, at most
-- column: step_ns BIGINT [ns] -- mean length of a step
-- column: n BIGINT -- steps that were counted
-- column: confidence VARCHAR -- high, medium or low
-- column: against VARCHAR -- what speaks against it
-- column: remedy VARCHAR -- the next check or the usual remedy
-- column: sql VARCHAR -- a statement that prints the evidence
-- example: SELECT rank, kind, ceiling_pct FROM findings ORDER BY rank

WITH worst AS (
    SELECT *
    FROM _recoverable
    WHERE recoverable_ns IS NULL OR 100 * recoverable_ns >= 3 * step_ns
    QUALIFY row_number() OVER (
        PARTITION BY kind ORDER BY recoverable_ns DESC NULLS LAST, share_pct DESC, gpu_id, kernel_name
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) = 1
)

SELECT
    row_number() OVER (ORDER BY w.recoverable_ns DESC NULLS LAST, w.kind) AS rank,
    w.kind,
    replace(
        replace(k.title, '{share}', coalesce(round(w.share_pct)::BIGINT::VARCHAR, '')),
        '{kernel}', coalesce(w.kernel_name, '')
    ) AS title,
    nullif(w.gpu_id, -1) AS gpu_id,
    w.range_name,
    w.kernel_name,
    w.recoverable_ns,
    100.0 * w.recoverable_ns / nullif(w.step_ns - w.recoverable_ns, 0) AS ceiling_pct,
    w.step_ns,
    w.n,
    k.confidence,
    k.against,
    k.remedy,
    k.evidence AS sql
FROM worst AS w
INNER JOIN finding_kinds AS k ON k.kind = w.kind
