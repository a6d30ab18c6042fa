"""An opened trace: DuckDB with the export attached read-only and our objects made on demand."""

import os
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from nsys_duck import engine, inputs
from nsys_duck.ahead import Ahead
from nsys_duck.catalog import SqlFile, catalog, install_order
from nsys_duck.comments import comments_on
from nsys_duck.errors import NsysDuckError, UnfitValue, UsageError
from nsys_duck.params import bind, literal
from nsys_duck.progress import progress
from nsys_duck.readonly import EXPLAIN, require_read_only
from nsys_duck.render import Shape
from nsys_duck.resources import scratch_folder

if TYPE_CHECKING:
    from nsys_duck.result import Result


_LOOKS_THROUGH = re.compile(r"\b(duckdb_\w+|information_schema|pg_catalog|SHOW|sqlite_master)\b", re.I)


class Rows(NamedTuple):
    """A result: column names and rows, values as Python has them (BIGINT as int, NULL as None)."""

    columns: list[str]
    rows: list[tuple]


class Trace:
    """One trace, open for reading.

    `path` is what `nsys export` wrote as SQLite or as a folder of Parquet files, what `nsys-duck convert`
    made of it, or a `.nsys-rep` where nsys is on the PATH. `memory_limit` is a size as in '2GB', `threads`
    a number of worker threads, `temp_dir` the folder where data that do not fit into memory go for a
    while. Raises TraceError where the file is no trace. Use as a context manager, or close().
    """

    def __init__(
        self,
        path: str | os.PathLike,
        *,
        memory_limit: str | None = None,
        threads: int | None = None,
        temp_dir: str | os.PathLike | None = None,
    ) -> None:
        self.path = Path(path)
        self.notes: list[str] = []
        self._installed: dict[str, str] = {}
        self._ahead = Ahead()
        self._threads = threads
        self._sealed = False
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._scratch = scratch_folder(Path(temp_dir) if temp_dir else None)
        try:
            self.input = inputs.of(self.path, self._scratch)
            self._connection = engine.connect(self._scratch / "spill", memory_limit, threads)
            self.input.attach(self._execute, self._scratch)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of everything temporary."""
        self._ahead.abandon()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        shutil.rmtree(self._scratch, ignore_errors=True)

    def report(self, name: str, /, **values: object) -> Rows:
        """Run the report or check `name`; parameters left out take the header's defaults.

        Raises UsageError for an unknown parameter or one that does not fit.
        """
        return self.ask_report(name, values)

    def ask_report(
        self,
        name: str,
        values: dict[str, object],
        fetch: Callable[[Any], Any] | None = None,
        around: Callable[[str], str] | None = None,
    ) -> Any:
        """As `report`; `fetch` and `around` are those of `answer`."""
        file = catalog()[name]
        known = {param.name: param for param in file.params}
        if unknown := [key for key in values if key not in known]:
            raise UsageError(f"{name} has no parameter {unknown[0]!r}; it has: {', '.join(known) or 'none'}")
        bound = {key: bind(param, values.get(key)) for key, param in known.items()}
        for param in file.params:
            if param.type == "REGEX" and param.name in values:
                self.check_pattern(param.name, bound[param.name])

        asked = tuple(name for name, value in bound.items() if value is True)

        def rows() -> Any:
            self.install([name for name in file.needs if file.needs_only.get(name) in (None, *asked)])
            statement = self.input.statement(file, asked)
            used = {name: value for name, value in bound.items() if f"${name}" in statement}
            result = self._execute(around(statement) if around else statement, used)
            with engine.explaining(self._connection, self.path):
                return (fetch or _rows)(result)

        return self.retried(rows)

    def sql(self, query: str, /, **params: object) -> "Result":
        """The result of one SELECT on the views; `params` are bound as `$name`.

        Raises UsageError for a statement that does not parse or would write, NsysDuckError for unknown names
        and for what fails while it runs.
        """
        from nsys_duck.questions import Question
        from nsys_duck.result import Result

        return Result(Question(self, query, params))

    def summary(self, *, top: int = 20, dispatch: str | None = None, nvtx: str | None = None) -> dict:
        """The summary as `nsys-duck summarize` prints it; see nsys_duck.summary.summary."""
        from nsys_duck.summary import summary

        return summary(self, top=top, dispatch=dispatch, nvtx=nvtx)

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
        from nsys_duck.hints import explained_sql

        statement = require_read_only(self._connection, sql, params)

        def run() -> Any:
            if _LOOKS_THROUGH.search(sql):
                self.install_all()
            self.install(names_in(sql))
            self._seal()
            try:
                result = self._execute(around(statement) if around else statement, params)
                with engine.explaining(self._connection, self.path):
                    return (fetch or _rows)(result)
            except NsysDuckError as error:
                raise explained_sql(error, self.input.schema.names) from error.__cause__

        return self.retried(run)

    def scratch(self) -> Path:
        """A folder of this trace's own, gone when it is closed; COPY may write there."""
        return self._scratch

    def retried(self, question: Callable[[], Any]) -> Any:
        """The answer of `question`, asked again with every value checked if some value does not fit."""
        try:
            return question()
        except UnfitValue:
            if self.input.schema.checked:
                raise
            self._start_over_checked()
            return question()

    def install(self, names: Sequence[str], keep: bool = True) -> None:
        """Make the views and macros that `names` stand on, and they themselves.

        Where `keep` is false, no rows are read: what a run would keep in a table is a view too.
        """
        for file in install_order(list(names)):
            if file.kind in ("view", "macro") and file.name not in self._installed:
                if not self._made_ahead(file.name):
                    self._execute(self.definition(file, keep))
                self._installed[file.name] = kind_of(file, keep)

    def install_all(self) -> None:
        """Make every view and macro, with its comments, so that the database can be looked through."""
        self.install([name for name, file in catalog().items() if file.kind in ("view", "macro")], keep=False)
        for name, kind in self._installed.items():
            for statement in comments_on(catalog()[name], kind):
                self._execute(statement)

    def run(self, sql: str) -> duckdb.DuckDBPyConnection:
        """Run a statement of ours, not the user's; errors are explained as everywhere."""
        return self._execute(sql)

    def ahead(self, name: str, after: Sequence[str]) -> None:
        """Once `after` are made, begin to make the kept view `name` beside what comes next; install() waits.

        A run with session variables, which belong to one connection, makes everything in its turn.
        """

        def begin() -> None:
            *needed, file = install_order([name])
            self.install([*after, *(other.name for other in needed)])
            self._ahead.start(name, self._connection, self.definition(file))

        if name not in self._installed and self.input.shape == Shape() and self._threads != 1:
            self.retried(begin)

    def _made_ahead(self, name: str) -> bool:
        with engine.explaining(self._connection, self.path), progress(self._connection):
            return self._ahead.finish(name)

    def statement(self, file: SqlFile) -> str:
        """The statement of `file` exactly as it runs on this trace."""
        return self.input.statement(file)

    def definition(self, file: SqlFile, keep: bool = True) -> str:
        """The CREATE statement that makes the view or macro of `file` on this trace.

        Where `keep` is false, rows that a run keeps in a table are a view as the others.
        """
        body = self.statement(file)
        kind = kind_of(file, keep)
        if file.kind == "view":
            return f"CREATE {kind} {file.name} AS\n{body}"
        params = ", ".join(
            param.name if param.default is None else f"{param.name} := {param.default}" for param in file.params
        )
        body = f"({body})" if file.returns else f"TABLE\n{body}"
        return f"CREATE MACRO {file.name}({params}) AS {body}"

    def check_pattern(self, option: str, pattern: str | None) -> None:
        """Raise UsageError where the engine does not take `pattern` as a regular expression."""
        if pattern is not None:
            try:
                self._execute(catalog()["pattern"].body, {"pattern": pattern})
            except NsysDuckError as error:
                reason = engine.first_line(error.__cause__ or error)
                raise UsageError(f"{option}: not a regular expression (RE2): {reason}") from error

    def restrict_to_gpu(self, gpu_id: int) -> None:
        """Let device work be that of one GPU; UsageError where the trace knows no such GPU."""
        known = [row[0] for row in self.report("gpu_ids").rows]
        if gpu_id not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise UsageError(f"no GPU {gpu_id} in {self.path.name}; GPUs with work or listed there: {listed}")
        self._execute(f"SET VARIABLE gpu_id = {literal(gpu_id)}")
        self._drop_installed()
        self.input.shape.one_gpu = True

    def restrict_to_window(self, from_ns: int, to_ns: int) -> None:
        """Cut all events to the half-open window [from_ns, to_ns) of the session's timeline."""
        if to_ns <= from_ns:
            raise UsageError(f"the window ends ({to_ns} ns) before it begins ({from_ns} ns)")
        self._execute(f"SET VARIABLE window_from_ns = {literal(from_ns)}")
        self._execute(f"SET VARIABLE window_to_ns = {literal(to_ns)}")
        self._drop_installed()
        self.input.shape.windowed = True

    def _start_over_checked(self) -> None:
        self.notes.append(
            "some values do not fit their column's type: such numbers count as missing, "
            "and bytes that are not UTF-8 are shown escaped."
        )
        self._drop_installed()
        self.input.schema.checked = True

    def _drop_installed(self) -> None:
        for name in self._ahead.abandon():
            self._execute(f"DROP TABLE IF EXISTS {name}")
        for name, kind in reversed(self._installed.items()):
            self._execute(f"DROP {kind} IF EXISTS {name}")
        self._installed.clear()

    def _seal(self) -> None:
        if not self._sealed:
            folders = [self.path, self._scratch] if self.path.is_dir() else [self._scratch]
            engine.seal(self._connection, folders)
            self._sealed = True

    def _execute(self, sql: str, values: dict | None = None) -> duckdb.DuckDBPyConnection:
        with engine.explaining(self._connection, self.path), progress(self._connection):
            if not values:
                return self._connection.execute(sql)
            explain = EXPLAIN.match(sql)
            self._connection.execute(f"PREPARE question AS\n{sql[explain.end() :] if explain else sql}")
            arguments = ", ".join(f"{name} := {literal(value)}" for name, value in values.items())
            run = f"{explain[1]} EXECUTE" if explain else "EXECUTE"
            return self._connection.execute(f"{run} question({arguments})")


def kind_of(file: SqlFile, keep: bool = True) -> str:
    """What the object of `file` is in the database: TABLE, VIEW, MACRO or MACRO TABLE."""
    if file.kind == "view":
        return "TABLE" if file.keep and keep else "VIEW"
    return "MACRO" if file.returns else "MACRO TABLE"


def names_in(sql: str) -> list[str]:
    """Names of our views and macros that occur in `sql`, wherever: installing one too many is harmless."""
    words = set(re.findall(r"\w+", sql.lower()))
    return [name for name, file in catalog().items() if name in words and file.kind in ("view", "macro")]


def _rows(result: duckdb.DuckDBPyConnection) -> Rows:
    return Rows([column[0] for column in result.description], result.fetchall())
