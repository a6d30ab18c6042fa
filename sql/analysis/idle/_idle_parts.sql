-- name: _idle_parts
-- summary: The parts of every idle gap without names: idle_parts for sums.
-- window: clip
-- needs: whole._idle_gaps, _parts_of_gaps
-- column: gpu_id BIGINT -- the physical GPU, or the CUDA ordinal where the export does not tell
-- column: gap_start_ns BIGINT [ns] -- start of the gap
-- column: gap_end_ns BIGINT [ns] -- end of the gap
-- column: start_ns BIGINT [ns] -- start of the part
-- column: end_ns BIGINT [ns] -- end of the part
-- column: cause VARCHAR -- of the gap: sync, launch, queued or unknown
-- column: activity VARCHAR -- as in idle_parts
-- column: state VARCHAR -- launch-starved, turnaround, stalled or unknown
-- column: call_id BIGINT -- row of the CUDA API call that the thread was in; NULL if it was in none
-- column: api_name_id BIGINT -- string id of its name
-- column: host_name VARCHAR -- name of the operating system's call or of the overhead; NULL if it was in none
-- column: drained_id BIGINT -- row of the call that the thread was waiting in where the gap starts; NULL if in none
-- column: drained_name_id BIGINT -- string id of its name
-- column: global_tid BIGINT -- the launching thread with host, VM and process
-- column: range_id BIGINT -- innermost NVTX range open there; NULL if none is open

SELECT
    gpu_id, gap_start_ns, gap_end_ns, start_ns, end_ns, cause, activity, state, call_id, api_name_id, host_name,
    drained_id, drained_name_id, global_tid, range_id
FROM _parts_of_gaps('whole._idle_gaps')
