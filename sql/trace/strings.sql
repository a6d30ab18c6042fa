-- name: strings
-- summary: The export's string table: every name that events refer to by id.
-- description: An id that stands twice keeps its smallest text. Text that is not UTF-8 has its
--     bytes escaped, as in f\xFFo.
-- keep: every name of every view is looked up here
-- reads: StringIds id! value!:VARCHAR
-- column: string_id BIGINT -- id as the events have it
-- column: text VARCHAR -- the string

SELECT id AS string_id, min(value) AS text
FROM {{ source('StringIds') }}
GROUP BY id
