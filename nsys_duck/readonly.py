"""Whether a statement of the user's only reads.

DuckDB has no read-only mode for a database in memory, so the statement is looked at: it must be one
SELECT (or the like), and call no function that opens files, runs other SQL or writes a log. Beyond
that the connection is sealed (engine.seal) before the statement runs.
"""

import json
import re
from collections.abc import Iterator

import duckdb

from nsys_duck.engine import first_line
from nsys_duck.errors import UsageError
from nsys_duck.params import literal

FORBIDDEN = {
    "checkpoint", "disable_logging", "enable_logging", "force_checkpoint", "query", "set_logging_level",
    "set_logging_mode", "set_logging_storage", "sqlite_attach", "sqlite_query", "sqlite_scan",
    "truncate_duckdb_logs",
}  # fmt: skip
_EXPLAIN = re.compile(r"\s*EXPLAIN(\s+ANALYZE\b|\s*\([^)]*\))?\s+", re.I)
HINT = "query takes one SELECT (or FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN) and writes nothing"


def require_read_only(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raise UsageError unless `sql` is one statement that reads and does nothing else."""
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise UsageError(f"the SQL does not parse: {first_line(error)}") from error
    if len(statements) != 1:
        what = "no statement" if not statements else "several statements (PIVOT without IN counts as such)"
        raise UsageError(f"{what} given: {HINT}")
    tree = _tree(connection, _EXPLAIN.sub("", sql, count=1))
    if tree is None:
        raise UsageError(f"that is no SELECT: {HINT}")
    if called := sorted(FORBIDDEN.intersection(_functions(tree))):
        raise UsageError(f"{called[0]}() is not allowed: {HINT}")


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
