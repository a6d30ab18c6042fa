-- name: kernel_class
-- summary: The class of a kernel by its name: gemm, attention, communication and so on.
-- description: By the first row of kernel_class_patterns whose pattern matches. It is decided anew for each row:
--     over many kernels join kernel_names instead, which has it once a name.
-- needs: kernel_own_name, _kernel_class_rank
-- param: kernel_name VARCHAR -- demangled name, as gpu_kernels.kernel_name
-- returns: VARCHAR -- gemm, attention, normalisation, elementwise, reduction, optimizer, communication, memory or other; NULL for NULL

CASE
    WHEN kernel_name IS NOT NULL THEN coalesce(
        [
            {% for row in kernel_classes() %}
            {{ literal(row.class) }}{{ "," if not loop.last }}
            {% endfor %}
        ][
            -- a lambda, so that the own name is one expression and not one for each pattern
            list_transform(
                [{'whole': kernel_name, 'own': kernel_own_name(kernel_name)}],
                lambda name: _kernel_class_rank(name.whole, name.own)
            )[1]
        ],
        'other'
    )
END
