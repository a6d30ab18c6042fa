"""The engine with one trace in it: our views and macros made on demand, statements run with care."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import duckdb

from nsys_duck.catalog.files import SqlFile, catalog, comments_on, install_order
from nsys_duck.engine import connect as engine
from nsys_duck.engine.progress import progress
from nsys_duck.engine.quoting import literal
from nsys_duck.engine.readonly import explain_of
from nsys_duck.engine.resources import scratch_folder
from nsys_duck.errors import BrokenEngine, LostError, UnfitValue
from nsys_duck.trace import inputs
from nsys_duck.trace.prefetch import Ahead
from nsys_duck.trace.render import Shape


class Session:
    """A DuckDB in memory with the trace attached read-only; trace.Trace asks the questions.

    `notes` collects what a reader of the answers must be told, `scope` says what the run is restricted to.
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
        self.scope: dict[str, str] = {}
        self._installed: dict[str, str] = {}
        self._kept: set[str] = set()
        self._holds = False
        self._remembered: dict[tuple, Any] | None = None
        self._ahead = Ahead()
        self._threads = threads
        self._sealed = False
        self._keeps_order = False
        self._variables: dict[str, object] = {}
        self._memory_limit = memory_limit
        self._is_broken = False
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._scratch = scratch_folder(Path(temp_dir) if temp_dir else None)
        try:
            self.input = inputs.of(self.path, self._scratch)
            self._connection = engine.connect(self._scratch / "spill", memory_limit, threads)
            self.input.attach(self._execute, self._scratch)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
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

    def scratch(self) -> Path:
        """A folder of this trace's own, gone when it is closed; COPY may write there."""
        return self._scratch

    def retried(self, question: Callable[[], Any]) -> Any:
        """The answer of `question`, asked again with every value checked if some value does not fit.

        And where the engine did not tell why it failed.
        """
        self._mend()
        for _ in range(3):
            try:
                return question()
            except LostError:
                continue
            except UnfitValue:
                if self.input.schema.checked:
                    raise
                self._start_over_checked()
        return question()

    def install(self, names: Sequence[str], keep: bool = True) -> None:
        """Make the views and macros that `names` stand on, and they themselves.

        Where `keep` is false, no rows are read: what a run would keep in a table is a view too.
        """
        files = install_order(list(names), self.input.shape.restricted)
        if keep:
            read = (table for file in files if file.qualified not in self._installed for table in file.reads)
            self.input.require_whole(read, self._execute)
        for file in files:
            if file.kind in ("view", "macro") and file.qualified not in self._installed:
                if not self._made_ahead(file.qualified):
                    if keep and self._holds:
                        self.input.hold(file, self._execute)
                    self._execute(self.definition(file, keep))
                self._installed[file.qualified] = self._kind(file, keep)

    def install_all(self) -> None:
        """Make every view and macro, with its comments, so that the database can be looked through."""
        self.install([name for name, file in catalog().items() if file.kind in ("view", "macro")], keep=False)
        for name, kind in self._installed.items():
            if name in catalog():
                for statement in comments_on(catalog()[name], kind):
                    self._execute(statement)

    def set_variable(self, name: str, value: object) -> None:
        """Let `getvariable(name)` be `value` in all statements."""
        self._execute(f"SET VARIABLE {name} = {literal(value)}")
        self._variables[name] = value

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """As engine.explaining; where the engine broke, the next question is asked of a new one."""
        try:
            with engine.explaining(self._connection, self.path):
                yield
        except BrokenEngine:
            self._is_broken = True
            raise

    def _mend(self) -> None:
        """Open the trace anew where the engine broke: it would answer nothing any more."""
        if not self._is_broken:
            return
        self._ahead.abandon()
        self._installed.clear()
        self._connection.close()
        shape, checked = self.input.shape, self.input.schema.checked
        self._connection = engine.connect(self._scratch / "spill", self._memory_limit, self._threads)
        self._is_broken = self._sealed = self._keeps_order = False
        self.input.attach(self._execute, self._scratch)
        self.input.shape, self.input.schema.checked = shape, checked
        for name, value in self._variables.items():
            self.set_variable(name, value)
        if shape.restricted:
            self._execute("CREATE SCHEMA whole")

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

        is_due = name not in self._installed and name not in self._ahead
        if is_due and self.input.shape == Shape() and self._threads != 1:
            self.retried(begin)

    def keep(self, *names: str) -> None:
        """Let this run keep the rows of these views in tables too: several statements will read them."""
        self._kept.update(names)

    def hold_tables(self, *views: str) -> None:
        """Let this run read each table of a small export once, and keep the rows of `views`.

        For very many statements on the same tables; a large export would take too much memory.
        """
        if self.input.may_be_held:
            self._holds = True
            self.keep(*views)

    def remember(self) -> None:
        """Let this run keep the rows of reports: several parts of what it writes ask the same ones."""
        self._remembered = {}

    def _kind(self, file: SqlFile, keep: bool) -> str:
        return "TABLE" if keep and file.name in self._kept else kind_of(file, keep)

    def _made_ahead(self, name: str) -> bool:
        with self.explaining(), progress(self._connection):
            return self._ahead.finish(name)

    def statement(self, file: SqlFile) -> str:
        """The statement of `file` exactly as it runs on this trace."""
        return self.input.statement(file)

    def definition(self, file: SqlFile, keep: bool = True) -> str:
        """The CREATE statement that makes the view or macro of `file` on this trace.

        Where `keep` is false, rows that a run keeps in a table are a view as the others.
        """
        body = self.statement(file)
        kind = self._kind(file, keep)
        if file.kind == "view":
            return f"CREATE {kind} {file.qualified} AS\n{body}"
        params = ", ".join(
            param.name if param.default is None else f"{param.name} := {param.default}"
            for param in file.params
        )
        body = f"({body})" if file.returns else f"TABLE\n{body}"
        return f"CREATE MACRO {file.qualified}({params}) AS {body}"

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
        if self._remembered is not None:
            self._remembered.clear()

    def _seal(self) -> None:
        if not self._sealed:
            folders = [self.path, self._scratch] if self.path.is_dir() else [self._scratch]
            engine.seal(self._connection, folders)
            self._sealed = True

    def _execute(self, sql: str, values: dict | None = None) -> duckdb.DuckDBPyConnection:
        self._mend()
        with self.explaining(), progress(self._connection):
            self._keep_order(False)
            if not values:
                return self._connection.execute(sql)
            if self.input.schema.reads_by_sqlite:
                # EXECUTE makes some plans anew, and reads freed memory where SQLite's own casts are in them
                return self._connection.execute(sql, values)
            explain, select = explain_of(sql)
            self._connection.execute(f"PREPARE question AS\n{select}")
            arguments = ", ".join(f"{name} := {literal(value)}" for name, value in values.items())
            run = f"{explain} EXECUTE" if explain else "EXECUTE"
            self._keep_order(True)
            return self._connection.execute(f"{run} question({arguments})")

    def _keep_order(self, wanted: bool) -> None:
        # without it EXECUTE returns the rows of a large result in any order, and with it tables fill slowly
        if wanted != self._keeps_order and not self._sealed:
            change = "SET SESSION preserve_insertion_order = true"
            self._connection.execute(change if wanted else "RESET SESSION preserve_insertion_order")
            self._keeps_order = wanted


def kind_of(file: SqlFile, keep: bool = True) -> str:
    """What the object of `file` is in the database: TABLE, VIEW, MACRO or MACRO TABLE."""
    if file.kind == "view":
        return "TABLE" if file.keep and keep else "VIEW"
    return "MACRO" if file.returns else "MACRO TABLE"
