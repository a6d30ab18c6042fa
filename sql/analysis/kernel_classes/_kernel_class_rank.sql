-- name: _kernel_class_rank
-- summary: The priority of the row of kernel_class_patterns that decides the class of a kernel; NULL if no pattern matches.
-- description: The patterns are constants here, so that each is compiled once a statement: 50 patterns over 10,000
--     names take a tenth of the time of a join.
-- param: kernel_name VARCHAR -- demangled name
-- param: own_name VARCHAR -- kernel_own_name of it
-- returns: INTEGER -- priority in kernel_class_patterns

CASE
    {% for row in kernel_classes() %}
    WHEN regexp_matches({{ "kernel_name" if "<" in row.pattern.replace("(?<", "").replace("(?P<", "") else "own_name" }}, {{ literal(row.pattern) }}) THEN {{ loop.index }}
    {% endfor %}
END
