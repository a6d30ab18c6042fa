-- name: _idle_gaps
-- summary: The gaps between a GPU's busy islands, with the call that ended each: gpu_idle without names.
-- description: Under a window a gap is cut to it, and what is said of it is of the whole gap.
-- window: clip
-- needs: whole._gap_candidates, _explained_gaps
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: start_ns BIGINT [ns] -- where the GPU stops to work
-- column: end_ns BIGINT [ns] -- where it starts again
-- column: cause VARCHAR -- sync, launch, queued or unknown
-- column: api_event_id BIGINT -- the call that launched the operation after; NULL for none
-- column: api_name_id BIGINT -- string id of its name
-- column: api_start_ns BIGINT [ns] -- its begin
-- column: api_end_ns BIGINT [ns] -- its end; NULL where it has no usable time
-- column: blocked_ns BIGINT [ns] -- time of the gap that the launching thread spent in blocking calls
-- column: global_tid BIGINT -- that thread with host, VM and process
-- column: caller_pid BIGINT -- process id with host and VM of the operation after
-- column: correlation_id BIGINT -- ties that operation to its call; NULL for none

SELECT
    gpu_id, start_ns, end_ns, cause, api_event_id, api_name_id, api_start_ns, api_end_ns, blocked_ns,
    global_tid, caller_pid, correlation_id
FROM _explained_gaps('whole._gap_candidates')
