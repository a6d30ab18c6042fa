-- question: How much communication is exposed, with nothing else running?
-- answer: The four parts add up to the GPU's span. `exposed_pct` is of the communication's own time
--     (union), which includes its waiting for the other GPU. Give `comm_overlap` a pattern of your
--     own where kernels have other names.

SELECT
    gpu_id,
    round(span_ns / 1e6, 3) AS span_ms,
    round(compute_only_ns / 1e6, 3) AS compute_only_ms,
    round(both_ns / 1e6, 3) AS both_ms,
    round(comm_only_ns / 1e6, 3) AS comm_only_ms,
    round(idle_ns / 1e6, 3) AS idle_ms,
    round(exposed_comm_pct, 1) AS exposed_pct
FROM comm_overlap()
ORDER BY gpu_id
