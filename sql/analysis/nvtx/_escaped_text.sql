-- summary: A text without chr(1), so that texts can be joined by it and parted again.
-- param: text VARCHAR -- any text
-- returns: VARCHAR -- chr(1) is chr(2) and 1, chr(2) is chr(2) and 2; other texts are as given

CASE
    WHEN contains(text, chr(1)) OR contains(text, chr(2))
        THEN replace(replace(text, chr(2), chr(2) || '2'), chr(1), chr(2) || '1')
    ELSE text
END
