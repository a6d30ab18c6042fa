-- name: kernel_own_name
-- summary: The own name of a kernel's function: with namespaces, without template arguments, return type and call parameters.
-- description: As in at::native::reduce_kernel. Innermost template arguments go first, until none are left;
--     unnamed namespaces go too.
-- param: kernel_name VARCHAR -- demangled name
-- returns: VARCHAR -- the own name; NULL for NULL

ltrim(regexp_extract(
    split_part(
        replace(
            replace(
                list_reduce(
                    string_split(kernel_name, '<'),
                    lambda folded, part: regexp_replace(folded, '<[^<>]*>', '', 'g'),
                    kernel_name
                ),
                '(anonymous namespace)', ''
            ),
            '::::', '::'
        ),
        '(', 1
    ),
    '(\S*)\s*$', 1
), ':')
