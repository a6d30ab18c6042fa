-- name: _communication_names
-- summary: Short names and string ids of kernels of class communication.
-- keep: several relations look kernels up here
-- needs: kernel_names
-- column: name VARCHAR -- the short name
-- column: string_id BIGINT -- id of the short or of the demangled name

SELECT short_name AS name, unnest([name_id, short_name_id]) AS string_id
FROM kernel_names
WHERE kernel_class = 'communication' AND short_name_id IS NOT NULL
