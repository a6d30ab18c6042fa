-- name: api_class
-- summary: What a CUDA API call does: launch, sync, memcpy, memset, alloc or other.
-- description: Told from the call's name. 'launch' starts kernels or graphs (not host functions);
--     'sync' blocks the calling thread until the device has got somewhere, so the queries and the
--     stream-side cudaStreamWaitEvent are not in it; synchronous copies are 'memcpy';
--     'alloc' allocates, frees, maps, pins or unpins memory of the device or the host, arrays and pools too.
-- param: api_name VARCHAR -- name of a runtime or driver call, with or without version suffix
-- returns: VARCHAR -- launch, sync, memcpy, memset, alloc or other; NULL for NULL

CASE
    WHEN api_name IS NULL THEN NULL
    WHEN regexp_matches(api_name, '^cu(da)?(Graph)?Launch') AND api_name NOT LIKE '%HostFunc%'
        THEN 'launch'
    WHEN regexp_matches(api_name, '^cu(da)?(Device|Stream|Event|Ctx|Thread)Synchronize') THEN 'sync'
    WHEN regexp_matches(api_name, '^cu(da)?Memcpy') THEN 'memcpy'
    WHEN regexp_matches(api_name, '^cu(da)?Memset') THEN 'memset'
    WHEN
        regexp_matches(
            api_name,
            '^cu(da)?(Malloc|Free|(Mem)?Host(Alloc|Register|Unregister)|(Mipmapped)?Array(3D)?(Create|Destroy)'
            '|Mem(Alloc|Free|Create|Release|Map(_|Array|$)|Unmap|Address(Reserve|Free)|Pool(Create|Destroy|TrimTo)))'
        )
        THEN 'alloc'
    ELSE 'other'
END
