-- name: _api_base_name
-- summary: The name of a CUDA API call without its version: cudaLaunchKernel_v7000 is cudaLaunchKernel, cuMemAlloc_v2 is cuMemAlloc.
-- description: So that a call has one name in every report and on every version of CUDA. The reports of nsys keep the
--     names that nsys prints.
-- param: api_name VARCHAR -- name as recorded
-- returns: VARCHAR -- name without '_v' and digits at its end; NULL for NULL

regexp_replace(api_name, '(_v\d+)+$', '')
