-- summary: The text that _escaped_text was given.
-- param: text VARCHAR -- a text of _escaped_text, or several joined
-- returns: VARCHAR -- the text

CASE
    WHEN contains(text, chr(2)) THEN replace(replace(text, chr(2) || '1', chr(1)), chr(2) || '2', chr(2))
    ELSE text
END
