-- name: openacc_kind_name
-- summary: What an OpenACC event is, in NVIDIA's words.
-- param: kind BIGINT -- eventKind as the export has it
-- returns: VARCHAR -- as in Enqueue launch; 'kind N' for a number that is not known

CASE
    WHEN kind BETWEEN 0 AND 16 THEN list_extract(
        [
            'Invalid', 'Device init', 'Device shutdown', 'Runtime shutdown', 'Enqueue launch',
            'Enqueue upload', 'Enqueue download', 'Wait', 'Implicit wait', 'Compute construct',
            'Update', 'Enter data', 'Exit data', 'Create', 'Delete', 'Alloc', 'Free'
        ], kind + 1
    )
    ELSE 'kind ' || kind
END
