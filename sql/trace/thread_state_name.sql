-- name: thread_state_name
-- summary: What a thread was doing when it was sampled or taken off its CPU.
-- param: state BIGINT -- threadState as the export has it
-- returns: VARCHAR -- as in Running; 'kind N' for a number that is not known

CASE
    WHEN state BETWEEN 0 AND 10 THEN list_extract(
        [
            'Unknown', 'Running', 'Interruptible', 'Uninterruptible', 'Stopped', 'Terminated',
            'Unscheduled', 'Waiting', 'OS runtime', 'Initialized', 'Transition'
        ], state + 1
    )
    ELSE 'kind ' || state
END
