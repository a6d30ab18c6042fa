"""An opened trace: DuckDB with the export attached read-only and our objects made on demand."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import duckdb

from nsys_duck import source
from nsys_duck.catalog import SqlFile, catalog, install_order
from nsys_duck.errors import NsysDuckError, TraceError, UnfitValue, UsageError
from nsys_duck.params import bind, literal
from nsys_duck.progress import progress
from nsys_duck.render import render
from nsys_duck.resources import load_sqlite_extension, scratch_folder
from nsys_duck.schema import Schema

_UNFIT = re.compile(r"Mismatch Type Error|Invalid unicode|invalid unicode|not valid UTF")
_DAMAGED = re.compile(r"malformed|not a database|disk I/O error|corrupt", re.I)


class Rows(NamedTuple):
    """A result: column names and rows, values as Python has them (BIGINT as int, NULL as None)."""

    columns: list[str]
    rows: list[tuple]


class Trace:
    """One export, open for reading.

    `path` is a SQLite file of `nsys export`. `memory_limit` is a size as DuckDB takes it ('2GB', '50%'),
    `threads` a number of worker threads, `temp_dir` where data that do not fit into memory go. Raises
    TraceError where the file is no trace. Use as a context manager, or close().
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
        source.check(self.path)
        self._scratch = scratch_folder(Path(temp_dir) if temp_dir else None)
        self._connection = None
        try:
            self._connection = self._connect(memory_limit, threads)
            self.schema = self._probe()
        except BaseException:
            self.close()
            raise
        self._installed: set[str] = set()
        self._one_gpu = False

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of everything temporary."""
        if self._connection is not None:
            self._connection.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def report(self, name: str, **values: object) -> Rows:
        """Run the report or check `name`; parameters left out take the header's defaults.

        Raises UsageError for an unknown parameter or one that does not fit.
        """
        file = catalog()[name]
        if bad := [key for key in values if key not in {p.name for p in file.params}]:
            raise UsageError(f"{name} has no parameter {bad[0]!r}")
        bound = {p.name: bind(p, values[p.name] if p.name in values else None) for p in file.params}
        try:
            return self._run(file, bound)
        except UnfitValue:
            if self.schema.checked:
                raise
            self._read_checked()
            return self._run(file, bound)

    def check_pattern(self, option: str, pattern: str | None) -> None:
        """Raise UsageError where the engine does not take `pattern` as a regular expression."""
        if pattern is not None:
            try:
                self._execute(catalog()["pattern"].body, {"pattern": pattern})
            except NsysDuckError as error:
                reason = _first_line(error.__cause__)
                raise UsageError(f"{option}: not a regular expression (RE2): {reason}") from error

    def restrict_to_gpu(self, gpu_id: int) -> None:
        """Let device work be that of one GPU; UsageError where the trace knows no such GPU."""
        known = [row[0] for row in self.report("gpu_ids").rows]
        if gpu_id not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise UsageError(f"no GPU {gpu_id} in {self.path.name}; GPUs with work or listed there: {listed}")
        self._execute(f"SET VARIABLE gpu_id = {literal(gpu_id)}")
        self._one_gpu = True

    def install(self, names: Sequence[str]) -> None:
        """Make the views and macros that `names` stand on, and they themselves."""
        for file in install_order(list(names)):
            if file.kind in ("view", "macro") and file.name not in self._installed:
                self._execute(self._definition(file))
                self._installed.add(file.name)

    def _run(self, file: SqlFile, bound: dict) -> Rows:
        self.install(file.needs)
        result = self._execute(self._rendered(file), bound)
        return Rows([column[0] for column in result.description], result.fetchall())

    def _rendered(self, file: SqlFile) -> str:
        return render(file, self.schema, one_gpu=self._one_gpu)

    def _definition(self, file: SqlFile) -> str:
        body = self._rendered(file)
        if file.kind == "view":
            return f"CREATE {'TEMP TABLE' if file.keep else 'VIEW'} {file.name} AS\n{body}"
        params = ", ".join(param.name for param in file.params)
        body = f"({body})" if file.returns else f"TABLE\n{body}"
        return f"CREATE MACRO {file.name}({params}) AS {body}"

    def _read_checked(self) -> None:
        """Start over with every table read through SQLite's own casts."""
        self.notes.append(
            "some values do not fit their column's type: such numbers count as missing, "
            "and bytes that are not UTF-8 are shown escaped."
        )
        for name in reversed(self._installed_in_order()):
            kind = "MACRO" if catalog()[name].returns else "MACRO TABLE"
            if catalog()[name].kind == "view":
                kind = "TABLE" if catalog()[name].keep else "VIEW"
            self._execute(f"DROP {kind} IF EXISTS {name}")
        self._installed.clear()
        self.schema.checked = True

    def _installed_in_order(self) -> list[str]:
        return [f.name for f in install_order(sorted(self._installed)) if f.name in self._installed]

    def _connect(self, memory_limit: str | None, threads: int | None) -> duckdb.DuckDBPyConnection:
        config = {
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "temp_directory": str(self._scratch / "spill"),
            "preserve_insertion_order": "false",
        }
        if memory_limit:
            config["memory_limit"] = memory_limit
        if threads:
            config["threads"] = str(threads)
        try:
            connection = duckdb.connect(":memory:", config=config)
        except duckdb.Error as error:
            raise UsageError(f"DuckDB refuses the settings: {_first_line(error)}") from error
        load_sqlite_extension(connection)
        place = self.path
        if source.is_wal_mode(place):
            place = source.private_copy(place, self._scratch)
        quoted = str(place.absolute()).replace("'", "''")
        connection.execute(f"ATTACH '{quoted}' AS raw (TYPE sqlite, READ_ONLY)")
        return connection

    def _probe(self) -> Schema:
        rows = self._execute(render(catalog()["export_tables"], Schema([]))).fetchall()
        schema = Schema(rows)
        if not schema.is_export:
            raise TraceError(
                f"{self.path} is a SQLite database, but no Nsight Systems export: it has none of the tables "
                f"that {source.EXPORT_HINT} writes"
            )
        return schema

    def _execute(self, sql: str, values: dict | None = None) -> duckdb.DuckDBPyConnection:
        try:
            with progress(self._connection):
                if not values:
                    return self._connection.execute(sql)
                self._connection.execute(f"PREPARE question AS\n{sql}")
                arguments = ", ".join(f"{name} := {literal(value)}" for name, value in values.items())
                return self._connection.execute(f"EXECUTE question({arguments})")
        except UnicodeDecodeError as error:
            raise UnfitValue(str(error)) from error
        except duckdb.Error as error:
            raise self._explained(error) from error

    def _explained(self, error: duckdb.Error) -> NsysDuckError:
        text = str(error)
        if _UNFIT.search(text):
            return UnfitValue(f"{self.path}: {_first_line(error)}")
        if "locked" in text:
            return TraceError(
                f"{self.path}: the database is locked by another program: wait until the export has finished, "
                "or close the file there"
            )
        if _DAMAGED.search(text):
            return TraceError(
                f"{self.path} is damaged ({_first_line(error)}): copy it again, or run {source.EXPORT_HINT} again"
            )
        if isinstance(error, duckdb.OutOfMemoryException):
            return NsysDuckError(f"not enough memory or temporary space: {_first_line(error)}")
        return NsysDuckError(f"{self.path}: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
