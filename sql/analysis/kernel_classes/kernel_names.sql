-- name: kernel_names
-- summary: Every name of kernels in the trace, with its class and the pattern that decides it.
-- description: Of the whole capture, whatever the window and the GPU.
-- keep: the reports of communication and of classes read it, and each name is matched once
-- needs: _kernel_name_ids, strings, name_of, kernel_own_name, _kernel_class_rank, kernel_class_patterns
-- column: name_id BIGINT -- string id: coalesce(kernel_name_id, short_name_id) of gpu_kernels
-- column: short_name_id BIGINT -- string id of the short name
-- column: kernel_name VARCHAR -- demangled name; the short name if there is none
-- column: short_name VARCHAR -- name without template and call parameters
-- column: own_name VARCHAR -- kernel_own_name of the kernel's name, which patterns are matched with
-- column: kernel_class VARCHAR -- gemm, attention, normalisation, elementwise, reduction, optimizer, communication, memory or other
-- column: class_pattern VARCHAR -- the pattern of kernel_class_patterns that decides; NULL if none matches
-- example: SELECT kernel_class, count(*) AS names FROM kernel_names GROUP BY kernel_class ORDER BY names DESC, kernel_class

WITH ids AS (
    SELECT coalesce(kernel_name_id, short_name_id) AS name_id, min(short_name_id) AS short_name_id
    FROM _kernel_name_ids
    GROUP BY ALL
),

named AS (
    SELECT
        i.name_id,
        i.short_name_id,
        coalesce(whole.text, short.text, name_of(NULL, i.name_id)) AS kernel_name,
        name_of(short.text, i.short_name_id) AS short_name
    FROM ids AS i
    LEFT JOIN strings AS whole ON whole.string_id = i.name_id
    LEFT JOIN strings AS short ON short.string_id = i.short_name_id
),

-- materialized, so that the own name is made once and not once a pattern
owned AS MATERIALIZED (
    SELECT *, kernel_own_name(kernel_name) AS own_name FROM named
),

ranked AS (
    SELECT *, _kernel_class_rank(kernel_name, own_name) AS priority FROM owned
)

SELECT
    r.name_id, r.short_name_id, r.kernel_name, r.short_name, r.own_name,
    coalesce(p.kernel_class, 'other') AS kernel_class,
    p.class_pattern
FROM ranked AS r
LEFT JOIN kernel_class_patterns AS p ON p.priority = r.priority
