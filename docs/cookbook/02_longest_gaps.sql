-- question: What did the GPU wait for in its ten longest gaps?
-- answer: `cause` is `launch` where the next launch came too late, `sync` where the launching thread
--     was blocked in a call, `queued` where the work had been launched before the gap began.
--     `range_name` is what the launching thread was in, in the middle of the gap.

SELECT
    gpu_id,
    round(start_ns / 1e6, 3) AS start_ms,
    round(duration_ns / 1e6, 3) AS gap_ms,
    cause,
    round(blocked_ns / 1e6, 3) AS blocked_ms,
    range_name,
    before_name,
    after_name
FROM gpu_idle
ORDER BY duration_ns DESC, gpu_id, start_ns
LIMIT 10
