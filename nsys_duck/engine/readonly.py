"""Whether a statement of the user's only reads.

DuckDB has no read-only mode for a database in memory, so the statement is looked at: it must be one
SELECT (or the like), and call nothing but what is allowed by its kind: functions of values, which cannot
reach anything else, and those table functions that only look at the trace or make rows. What the engine
adds in a later version is refused until it is named here. Beyond that the connection is sealed
(engine.seal) before the statement runs.
"""

import json
import re
from collections.abc import Iterator, Set

import duckdb

from nsys_duck.engine.connect import explaining
from nsys_duck.engine.quoting import literal
from nsys_duck.errors import UsageError

TABLE_FUNCTIONS = {
    # rows from values
    "generate_series", "json_each", "json_tree", "range", "repeat", "repeat_row", "test_all_types", "unnest",
    # relations by their names
    "histogram", "histogram_values", "query_table", "summary",
    # the engine's catalog
    "duckdb_columns", "duckdb_constraints", "duckdb_databases", "duckdb_dependencies", "duckdb_extensions",
    "duckdb_functions", "duckdb_indexes", "duckdb_keywords", "duckdb_memory", "duckdb_optimizers",
    "duckdb_schemas", "duckdb_sequences", "duckdb_settings", "duckdb_tables", "duckdb_temporary_files",
    "duckdb_types", "duckdb_variables", "duckdb_views", "icu_calendar_names", "pg_timezone_names",
    "pragma_collations", "pragma_database_size", "pragma_metadata_info", "pragma_platform", "pragma_show",
    "pragma_storage_info", "pragma_table_info", "pragma_user_agent", "pragma_version",
    # files of the trace's own folder: the connection is sealed against all others
    "parquet_file_metadata", "parquet_kv_metadata", "parquet_metadata", "parquet_scan", "parquet_schema",
    "read_parquet",
}  # fmt: skip
# Of functions of values those that the engine calls volatile change something, but for these.
HARMLESS = {
    "current_connection_id", "current_query", "current_query_id", "current_transaction_id", "error",
    "gen_random_uuid", "random", "sleep_ms", "stats", "uuid", "uuidv4", "uuidv7",
}  # fmt: skip
PLANS = "json_serialize_plan"  # binds SQL that is in a value, and with it the table functions there
OF_VALUES = ("aggregate", "macro", "scalar")
OWN_SCHEMAS = {"", "main", "memory.main", "system", "system.main", "pg_catalog", "system.pg_catalog"}
PIVOT = re.compile(r"\bPIVOT\b", re.I)
# After the first token. No comments inside: what hides in them is not what runs.
EXPLAIN = re.compile(r"\AEXPLAIN(?:\s+ANALYZE\b|\s*\([\w\s,]*\))?\s+", re.I)
KINDS = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
HINT = "query takes one SELECT (or FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN) and writes nothing"
ALLOWED = "a query reads the trace, nothing else, and writes nothing"


def require_read_only(
    connection: duckdb.DuckDBPyConnection, sql: str, given: dict | None, ours: Set[str], known: str
) -> str:
    """The one statement in `sql`, without its semicolon and what is around it, if it only reads.

    `given` are the values for its parameters, `ours` the names of our own macros, and `known` is
    sql/session/functions.sql. Raises UsageError for anything else, and for values
    that it lacks or does not know.
    """
    sql.encode()  # what is no text in UTF-8 is told apart from what is no SQL
    if "\0" in sql:
        raise UsageError("the SQL has a NUL character: write chr(0) for one in a text")
    statement = bare(sql)
    _, select = explain_of(statement)
    # The tree first: to take the statements apart already reads the files of IMPORT DATABASE.
    trees = _trees(connection, select, sql)
    if len(trees) != 1:
        raise UsageError(f"{'several statements' if trees else 'no statement'} given: {HINT}")
    statements = connection.extract_statements(statement)
    if len(statements) != 1 or statements[0].type not in KINDS:
        raise UsageError(f"that is not a SELECT: {HINT}")
    if refused := _refused(connection, trees[0], ours, known):
        raise UsageError(f"{refused}() is not allowed: {ALLOWED}")
    _require_values(sorted(statements[0].named_parameters), given or {})
    return statement


def explain_of(sql: str) -> tuple[str, str]:
    """EXPLAIN with its options, empty for none, and the rest of a statement that begins with a token."""
    found = EXPLAIN.match(sql)
    return (found[0].rstrip(), sql[found.end() :]) if found else ("", sql)


def bare(sql: str) -> str:
    """The text from its first token to before its last semicolon, if nothing but comments is behind that."""
    text = sql.encode()
    starts = [at for at, _ in duckdb.tokenize(sql)]
    while starts and text[starts[-1] : starts[-1] + 1] == b";":
        text = text[: starts.pop()]
    return text[starts[0] :].decode().strip() if starts else ""


def _refused(connection: duckdb.DuckDBPyConnection, tree: dict, ours: Set[str], known: str) -> str | None:
    """The first function in `tree` that a query may not call; None where it may call all."""
    relations, values = set(), set()
    for name, schema, makes_rows in _called(tree):
        if schema not in OWN_SCHEMAS:
            return name
        if name not in ours:
            (relations if makes_rows else values).add(name)
    listed = f"[{', '.join(literal(name) for name in sorted(relations | values))}]::VARCHAR[]"
    with explaining(connection, None):
        found = connection.execute(known.replace("$names", listed)).fetchall()
    exist = {name for name, _, _ in found}  # of other names the engine says that there are none
    of_values = {name for name, kind, _ in found if kind in OF_VALUES} - {PLANS}
    volatile = {name for name, kind, changes in found if kind in OF_VALUES and changes} - HARMLESS
    refused = (relations & exist) - TABLE_FUNCTIONS
    refused |= (values & exist) - TABLE_FUNCTIONS - (of_values - volatile)
    return min(refused, default=None)


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


def _trees(connection: duckdb.DuckDBPyConnection, select: str, sql: str) -> list[dict]:
    """The parsed statements of `select`, all of them SELECT or the like; `sql` is as the user wrote it."""
    with explaining(connection, None):
        (text,) = connection.execute(f"SELECT json_serialize_sql({literal(select)})").fetchone()
    try:
        answer = json.loads(text)
    except RecursionError:
        raise UsageError("the SQL nests too deeply") from None
    if not answer["error"]:
        return answer["statements"]
    message = answer["error_message"]
    if answer["error_type"] != "parser":
        pivot = "; PIVOT needs the values, as in ON a IN (1, 2)" if PIVOT.search(select) else ""
        raise UsageError(f"that is not a SELECT: {HINT}{pivot}")
    lines = message.splitlines() or ["parser error"]
    raise UsageError(f"the SQL does not parse: {lines[0]}{_place(answer, select, sql)}")


def _place(answer: dict, select: str, sql: str) -> str:
    """The line that a parser's error points at, as in (LINE 2: ...)."""
    if not answer.get("position", "").isdigit():
        return ""
    before = select.encode()[: int(answer["position"])].decode(errors="replace")
    skipped = sql.find(select)
    number = sql[: max(skipped, 0)].count("\n") + before.count("\n")
    line = (sql.splitlines() or [""])[number : number + 1]
    return f" (LINE {number + 1}: {line[0].strip()})" if line else ""


def _called(tree: dict) -> Iterator[tuple[str, str, bool]]:
    """(name, catalog and schema, whether it stands as a relation) of each function that is called."""
    nodes: list[tuple[object, bool]] = [(tree, False)]
    while nodes:
        node, makes_rows = nodes.pop()
        if isinstance(node, dict):
            if isinstance(node.get("function_name"), str):
                place = ".".join(part for part in (node.get("catalog"), node.get("schema")) if part)
                yield node["function_name"].lower(), place.lower(), makes_rows
            is_relation = node.get("type") == "TABLE_FUNCTION"
            nodes += [(child, is_relation and key == "function") for key, child in node.items()]
        elif isinstance(node, list):
            nodes += [(child, False) for child in node]
