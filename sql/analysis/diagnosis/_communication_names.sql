-- name: _communication_names
-- summary: Names of kernels that communicate, by the default pattern of comm_overlap.
-- keep: several relations look kernels up here
-- needs: strings
-- column: name VARCHAR -- the text
-- column: string_id BIGINT -- its id

SELECT text AS name, string_id
FROM strings
WHERE
    regexp_matches(
        text,
        '(?i)^(void )?(nccl|nvshmem|rccl)|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|deep_?ep|cross_device'
    )
