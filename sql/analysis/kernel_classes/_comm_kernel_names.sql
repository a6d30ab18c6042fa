-- name: _comm_kernel_names
-- summary: Names of kernels that communicate: those of class communication, or those that match a pattern.
-- needs: kernel_names
-- param: given VARCHAR = NULL -- regular expression for demangled or short names; NULL: the class decides
-- column: name_id BIGINT -- string id: coalesce(kernel_name_id, short_name_id) of gpu_kernels

SELECT name_id
FROM kernel_names
WHERE
    CASE
        WHEN given::VARCHAR IS NULL THEN kernel_class = 'communication'
        ELSE
            coalesce(regexp_matches(kernel_name, given::VARCHAR), FALSE)
            OR coalesce(regexp_matches(short_name, given::VARCHAR), FALSE)
    END
