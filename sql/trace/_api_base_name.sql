-- name: _api_base_name
-- summary: The name of a CUDA API call without its version: cudaLaunchKernel_v7000 is cudaLaunchKernel.
-- description: The version of CUDA goes; cuMemAlloc_v2 is the name of a function and stays.
-- param: api_name VARCHAR -- name as recorded
-- returns: VARCHAR -- name without '_v' and four or five digits at its end; NULL for NULL

regexp_replace(api_name, '_v\d{4,5}$', '')
