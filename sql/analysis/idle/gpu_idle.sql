-- name: gpu_idle
-- summary: When each GPU had nothing to do between two operations, and why.
-- description: The gaps between the islands of gpu_busy; time before a GPU's first and after its last
--     operation is none. The cause is told from the call that launched the operation after the gap:
--     'queued', the call had returned before the gap began, so the work was there and waited for
--     something else; 'sync', blocking calls of the launching thread cover at least half of the gap;
--     'launch', the launch simply came too late; 'unknown', the export has no such call. Blocking are
--     the synchronize calls, copies and memsets that are not Async, copies from or to pageable memory,
--     and calls that allocate or free. 'launch' also covers gaps whose launching thread had waited for the GPU
--     until it ran empty: idle_parts cuts each gap where that thread changes what it does. Under a window gaps of the
--     whole capture are cut to it, those at its ends too; cause and blocked_ns stay those of the whole gap.
-- window: clip
-- needs: whole._idle_gaps, _named_gaps
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: duration_ns BIGINT [ns] -- end minus start
-- column: before_name VARCHAR -- the operation that ended where the gap begins
-- column: after_name VARCHAR -- the operation that begins where the gap ends
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: api_name VARCHAR -- the call that launched the operation after; NULL for none
-- column: api_start_ns BIGINT [ns] -- begin of that call
-- column: blocked_ns BIGINT [ns] -- time of the gap that the launching thread spent in blocking calls
-- column: global_tid BIGINT -- the launching thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range, push/pop or start/end, open on that thread in the middle of the gap;
--     NULL for none; idle_parts has all
-- column: range_name VARCHAR -- its text

SELECT
    gpu_id, start_ns, end_ns, duration_ns, before_name, after_name, cause, api_name, api_start_ns, blocked_ns,
    global_tid, range_id, range_name
FROM _named_gaps('whole._idle_gaps')
