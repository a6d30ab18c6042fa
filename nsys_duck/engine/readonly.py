"""Whether a statement of the user's only reads.

DuckDB has no read-only mode for a database in memory, so the statement is looked at: it must be one
SELECT (or the like), and call no function that opens files, runs other SQL or writes a log. Beyond
that the connection is sealed (engine.seal) before the statement runs.
"""

import json
import re
from collections.abc import Iterator

import duckdb

from nsys_duck.engine.quoting import literal
from nsys_duck.errors import UsageError

FORBIDDEN = {
    "arrow_scan", "arrow_scan_dumb", "checkpoint", "copy_database", "disable_logging", "enable_logging",
    "force_checkpoint", "import_database", "json_execute_serialized_sql", "pandas_scan",
    "python_map_function", "query", "read_duckdb", "seq_scan", "set_logging_level", "set_logging_mode",
    "set_logging_storage", "sqlite_attach", "sqlite_query", "sqlite_scan", "truncate_duckdb_logs",
    "write_log",
}  # fmt: skip
EXPLAIN = re.compile(r"\A(?:\s|--[^\n]*\n|/\*.*?\*/)*(EXPLAIN(?:\s+ANALYZE\b|\s*\([^)]*\))?)\s+", re.I | re.S)
HINT = "query takes one SELECT (or FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN) and writes nothing"


def require_read_only(connection: duckdb.DuckDBPyConnection, sql: str, given: dict | None = None) -> str:
    """The one statement in `sql`, without its semicolon, if it reads and does nothing else.

    `given` are the values for its parameters. Raises UsageError for anything else, and for values
    that it lacks or does not know.
    """
    sql.encode()  # what is no text in UTF-8 is told apart from what is no SQL
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise UsageError(f"the SQL does not parse: {_parse_error(error)}") from error
    if len(statements) != 1:
        what = "no statement" if not statements else "several statements (PIVOT without IN counts as such)"
        raise UsageError(f"{what} given: {HINT}")
    statement = _bare(statements[0].query)
    tree = _tree(connection, EXPLAIN.sub("", statement, count=1))
    if tree is None:
        raise UsageError(f"that is no SELECT: {HINT}")
    if called := sorted(FORBIDDEN.intersection(_functions(tree))):
        raise UsageError(f"{called[0]}() is not allowed: {HINT}")
    _require_values(sorted(statements[0].named_parameters), given or {})
    return statement


def _bare(statement: str) -> str:
    """Without its semicolon and what follows; positions are in bytes, comments are no tokens."""
    text = statement.encode()
    end = next((at for at, _ in duckdb.tokenize(statement) if text[at : at + 1] == b";"), len(text))
    return text[:end].decode().strip()


def _require_values(wanted: list[str], given: dict[str, object]) -> None:
    if numbered := [name for name in wanted if name.isdigit()]:
        raise UsageError(f"parameters have names: write $name in the SQL, not ? or ${numbered[0]}")
    known = {name.lower() for name in wanted}
    if unknown := [name for name in given if name.lower() not in known]:
        listed = ", ".join(f"${name}" for name in wanted) or "none"
        raise UsageError(f"the SQL has no parameter ${unknown[0]}; it has: {listed}")
    missing = known - {name.lower() for name in given}
    if missing:
        listed = ", ".join(f"${name}" for name in sorted(missing))
        raise UsageError(f"no value for {listed}: add --param NAME=VALUE")


def _parse_error(error: duckdb.Error) -> str:
    """The engine's message with the line that it points at, on one line."""
    lines = str(error).removeprefix("Parser Error: ").strip().splitlines()
    place = next((line for line in lines[1:] if line.startswith("LINE ")), None)
    return f"{lines[0]} ({place.strip()})" if place else lines[0]


def _tree(connection: duckdb.DuckDBPyConnection, sql: str) -> dict | None:
    answer = connection.execute(f"SELECT json_serialize_sql({literal(sql)})").fetchone()
    tree = json.loads(answer[0])
    return None if tree["error"] or len(tree["statements"]) != 1 else tree


def _functions(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("function_name"), str):
            yield node["function_name"].lower()
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from _functions(child)
