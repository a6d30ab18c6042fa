-- name: openmp_detail
-- summary: Which barrier, lock or worksharing construct an OpenMP event is about.
-- param: event_kind VARCHAR -- kind of openmp_events
-- param: kind BIGINT -- kind as the export has it, numbered for each kind of event by itself
-- returns: VARCHAR -- as in Implicit barrier; 'kind N' for a number not known, NULL for none

CASE
    WHEN kind IS NULL THEN NULL
    WHEN event_kind LIKE 'sync_region%' AND kind BETWEEN 1 AND 7 THEN list_extract(
        [
            'Barrier', 'Implicit barrier', 'Explicit barrier', 'Implementation barrier',
            'Task wait', 'Task group', 'Reduction'
        ], kind
    )
    WHEN event_kind = 'workshare' AND kind BETWEEN 1 AND 7 THEN list_extract(
        [
            'Loop', 'Sections', 'Single executor', 'Single other', 'Workshare', 'Distribute',
            'Task loop'
        ], kind
    )
    WHEN
        event_kind IN (
            'mutex_wait', 'mutex_released', 'critical_section', 'lock_init', 'lock_destroy'
        )
        AND kind BETWEEN 1 AND 7
        THEN list_extract(
            [
                'Lock', 'Test lock', 'Nested lock', 'Test nested lock', 'Critical section',
                'Atomic region', 'Ordered region'
            ], kind
        )
    ELSE 'kind ' || kind
END
