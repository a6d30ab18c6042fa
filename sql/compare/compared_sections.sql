-- name: compared_sections
-- summary: Which sections of figures each trace has the data for.
-- column: side VARCHAR -- base or new
-- column: trace BIGINT -- number of the trace on its side, from 0
-- column: section VARCHAR -- as in kernels, api, idle
-- column: lacks VARCHAR -- what the trace does not contain; NULL for nothing
-- column: how_to_record VARCHAR -- options of nsys profile that record it

SELECT side, trace, section, lacks, how_to_record
FROM read_json(
    getvariable('scratch') || '/sections.json',
    columns := {
        side: 'VARCHAR', trace: 'BIGINT', section: 'VARCHAR', lacks: 'VARCHAR', how_to_record: 'VARCHAR'
    }
)
ORDER BY side, trace, section
