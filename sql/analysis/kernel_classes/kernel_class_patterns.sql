-- name: kernel_class_patterns
-- summary: Which names of kernels belong to which class: the table that kernel_class reads, as data.
-- description: The first pattern that matches decides. A pattern is a regular expression (RE2) that is searched
--     in the function's own name (kernel_own_name): with its namespaces, without template arguments, return
--     type and call parameters. A pattern that contains a '<' is searched in the whole name, for generic
--     wrappers whose template arguments say what they do. Rows of the user's own file come first. A
--     kernel that no pattern matches is of class 'other'.
-- column: priority BIGINT -- order in which patterns are tried, from 1
-- column: class_pattern VARCHAR -- regular expression for names of kernels
-- column: kernel_class VARCHAR -- gemm, attention, normalisation, elementwise, reduction, optimizer, communication, memory or other
-- column: library VARCHAR -- libraries whose kernels it is for; NULL if unknown
-- column: source VARCHAR -- project and file where such names are found; for rows of the user's own, that file
-- column: examples VARCHAR -- names that it decides, separated by ' | '; NULL if there are none
-- example: SELECT priority, library, class_pattern FROM kernel_class_patterns WHERE kernel_class = 'communication' ORDER BY priority LIMIT 5

SELECT priority::BIGINT AS priority, class_pattern, kernel_class, library, source, examples
FROM (
    VALUES
    {% for row in kernel_classes() %}
    ({{ loop.index }}, {{ literal(row.pattern) }}, {{ literal(row.class) }}, {{ literal(row.library) }}::VARCHAR, {{ literal(row.source) }}::VARCHAR, {{ literal(row.examples) }}::VARCHAR){{ "," if not loop.last }}
    {% endfor %}
) AS listed (priority, class_pattern, kernel_class, library, source, examples)
