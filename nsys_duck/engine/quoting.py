"""Values and names as SQL text."""


def literal(value: object) -> str:
    """`value` as a SQL literal, for the argument list of EXECUTE and for SET VARIABLE.

    DuckDB's own binding from Python imports pandas and pyarrow where they are installed, a quarter of
    a second for nothing; a prepared statement that is executed with literals does not.
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return "'" + str(value).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """`name` as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'
