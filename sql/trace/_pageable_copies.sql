-- name: _pageable_copies
-- summary: Copies of the whole capture from or to pageable memory, by what ties them to their calls.
-- description: Such a copy blocks the thread that calls for it, even where its name says Async.
-- from: gpu_memcpy WHERE src_kind = 'Pageable' OR dst_kind = 'Pageable'
-- needs: memory_kind_name
-- reads: CUPTI_ACTIVITY_KIND_MEMCPY correlationId globalPid srcKind dstKind
-- column: global_pid BIGINT -- process id with host and VM, as the export has it
-- column: correlation_id BIGINT -- ties the copy to the API call of the same process

SELECT globalPid AS global_pid, correlationId AS correlation_id
FROM {{ source('CUPTI_ACTIVITY_KIND_MEMCPY') }}
WHERE memory_kind_name(srcKind) = 'Pageable' OR memory_kind_name(dstKind) = 'Pageable'
