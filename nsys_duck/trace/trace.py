"""An opened trace: DuckDB with the export attached read-only and our objects made on demand."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from nsys_duck.catalog import kernel_classes
from nsys_duck.catalog.files import SqlFile, catalog
from nsys_duck.catalog.params import bind
from nsys_duck.engine import connect as engine
from nsys_duck.engine.readonly import require_read_only
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.units import LIMIT_NS, require_order
from nsys_duck.trace.session import Session

if TYPE_CHECKING:
    from nsys_duck.trace.result import Result


_LOOKS_THROUGH = re.compile(r"\b(duckdb_\w+|information_schema|pg_catalog|SHOW|sqlite_master)\b", re.I)


class Rows(NamedTuple):
    """A result: column names and rows, values as Python has them (BIGINT as int, NULL as None)."""

    columns: list[str]
    rows: list[tuple]


class Trace(Session):
    """One trace, open for reading.

    `path` is what `nsys export` wrote as SQLite or as a folder of Parquet files, what `nsys-duck convert`
    made of it, or a `.nsys-rep` where nsys is on the PATH. `memory_limit` is a size as in '2GB', `threads`
    a number of worker threads, `temp_dir` the folder where data that do not fit into memory go for a
    while. Raises TraceError where the file is no trace. Use as a context manager, or close().
    """

    def report(self, name: str, /, **values: object) -> Rows:
        """Run the report or check `name`; parameters left out take the header's defaults.

        Raises UsageError for an unknown parameter or one that does not fit.
        """
        if self._remembered is None:
            return self.ask_report(name, values)
        asked = (name, *self._bound(catalog()[name], values).values())
        if asked not in self._remembered:
            self._remembered[asked] = self.ask_report(name, values)
        return self._remembered[asked]

    def ask_report(
        self,
        name: str,
        values: dict[str, object],
        fetch: Callable[[Any], Any] | None = None,
        around: Callable[[str], str] | None = None,
    ) -> Any:
        """As `report`; `fetch` and `around` are those of `answer`."""
        file = catalog()[name]
        bound = self._bound(file, values)
        for param in file.params:
            if param.type == "REGEX" and param.name in values:
                self.check_pattern(param.name, bound[param.name])

        asked = tuple(name for name, value in bound.items() if value is True)

        def rows() -> Any:
            for view in file.beside:
                self.ahead(view, after=[])
            self.install([name for name in file.needs if file.needs_only.get(name) in (None, *asked)])
            statement = self.input.statement(file, asked)
            used = {name: value for name, value in bound.items() if f"${name}" in statement}
            result = self._execute(around(statement) if around else statement, used)
            with self.explaining():
                return (fetch or _rows)(result)

        return self.retried(rows)

    def _bound(self, file: SqlFile, values: dict[str, object]) -> dict[str, object]:
        """The values of all parameters of `file`, in its order."""
        known = {param.name: param for param in file.params}
        if unknown := [key for key in values if key not in known]:
            listed = ", ".join(known) or "none"
            raise UsageError(f"{file.name} has no parameter {unknown[0]!r}; it has: {listed}")
        return {key: bind(param, values.get(key)) for key, param in known.items()}

    def sql(self, query: str, /, **params: object) -> "Result":
        """The result of one SELECT on the views; `params` are bound as `$name`.

        Raises UsageError for a statement that does not parse or would write, NsysDuckError for unknown names
        and for what fails while it runs.
        """
        from nsys_duck.trace.query import Question
        from nsys_duck.trace.result import Result

        return Result(Question(self, query, params))

    def summary(self, **options: Any) -> dict:
        """The summary as `nsys-duck summarize` prints it; options are those of nsys_duck.summary.summary."""
        from nsys_duck.reports.summary import summary

        return summary(self, **options)

    def answer(
        self,
        sql: str,
        params: dict[str, object] | None = None,
        fetch: Callable[[Any], Any] | None = None,
        around: Callable[[str], str] | None = None,
    ) -> Any:
        """Run one SELECT of the user's on the views; no statement can write.

        `params` are bound as `$name`. `fetch` takes the DuckDB connection with the result on it, and makes
        what is returned: Rows by default; rows come while it asks for them. `around` makes of the checked
        statement, which has no semicolon, the one that is run. Raises UsageError for a statement that is
        not read-only, and NsysDuckError with the engine's words where it fails.
        """
        from nsys_duck.catalog.hints import explained_sql

        self._mend()
        with self.explaining():
            statement = require_read_only(
                self._connection, sql, params, our_macros(), catalog()["functions"].body
            )

        def run() -> Any:
            if _LOOKS_THROUGH.search(sql):
                self.install_all()
            self.install(names_in(sql))
            self.input.require_whole(self._tables_in(sql), self._execute)
            self._seal()
            try:
                result = self._execute(around(statement) if around else statement, params)
                with self.explaining():
                    return (fetch or _rows)(result)
            except NsysDuckError as error:
                raise explained_sql(error, self.input.schema.names) from error.__cause__

        return self.retried(run)

    def script(self, file: SqlFile) -> str:
        """The statement of `file` exactly as it runs on this trace, a view or macro with its CREATE."""
        sql = self.definition(file) if file.kind in ("view", "macro") else self.statement(file)
        return sql.rstrip() + ";\n"

    def _tables_in(self, sql: str) -> list[str]:
        words = set(re.findall(r"\w+", sql.lower()))
        return [name for name in self.input.schema.names if name.lower() in words]

    def check_pattern(self, option: str, pattern: str | None) -> None:
        """Raise UsageError where the engine does not take `pattern` as a regular expression."""
        if pattern is not None:
            try:
                self._execute(catalog()["pattern"].body, {"pattern": pattern})
            except NsysDuckError as error:
                reason = engine.first_line(error.__cause__ or error)
                raise UsageError(f"{option}: not a regular expression (RE2): {reason}") from error

    def use_kernel_classes(self, path: str | os.PathLike) -> None:
        """Let the patterns of a CSV file (pattern,class) decide the class of kernels before ours do.

        Raises UsageError where the file is not such a file.
        """
        found = kernel_classes.read(Path(path))
        for line, pattern, _ in found:
            self.check_pattern(f"{path}, line {line}", pattern)
        self._drop_installed()
        self.input.shape.kernel_classes = tuple((pattern, name) for _, pattern, name in found)

    def restrict_to_gpu(self, gpu_id: int) -> None:
        """Let device work be that of one GPU; UsageError where the trace knows no such GPU."""
        known = [row[0] for row in self.report("gpu_ids").rows]
        if gpu_id not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise UsageError(f"no GPU {gpu_id} in {self.path.name}; GPUs with work or listed there: {listed}")
        self.set_variable("gpu_id", gpu_id)
        self._begin_restricted()
        self.input.shape.one_gpu = True
        self.scope["gpu"] = f"GPU {gpu_id}"

    def restrict_to_window(self, from_ns: int, to_ns: int) -> None:
        """Cut all events to the half-open window [from_ns, to_ns) of the session's timeline."""
        require_order(from_ns, to_ns)
        self.set_variable("window_from_ns", from_ns)
        self.set_variable("window_to_ns", to_ns)
        self._begin_restricted()
        self.input.shape.windowed = True
        begin = "start" if from_ns <= -LIMIT_NS else f"{from_ns} ns"
        self.scope["window"] = f"{begin} to {'end' if to_ns >= LIMIT_NS else f'{to_ns} ns'}"

    def _begin_restricted(self) -> None:
        self._drop_installed()
        self._execute("CREATE SCHEMA IF NOT EXISTS whole")


def our_macros() -> set[str]:
    """Names of all our macros, which a query may call."""
    return {name for name, file in catalog().items() if file.kind == "macro"}


def names_in(sql: str) -> list[str]:
    """Names of our views and macros that occur in `sql`, wherever: installing one too many is harmless."""
    words = set(re.findall(r"\w+", sql.lower()))
    return [name for name, file in catalog().items() if name in words and file.kind in ("view", "macro")]


def _rows(result: duckdb.DuckDBPyConnection) -> Rows:
    return Rows([column[0] for column in result.description], result.fetchall())
