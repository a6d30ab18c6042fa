-- name: name_of
-- summary: A name as it is shown: the string, else the id in brackets, else a word for neither.
-- param: text VARCHAR -- the string that the id stands for; NULL where the export lacks it
-- param: id BIGINT -- the string's id
-- returns: VARCHAR -- never NULL

coalesce(text, '[' || id || ']', '[no name]')
