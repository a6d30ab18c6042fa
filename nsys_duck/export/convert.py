"""A trace kept as a DuckDB file or as Parquet files: our views' rows, not the export's tables.

The rows of sql/trace are stored once, sorted by start; so are the NVTX ranges with their nesting. In
a DuckDB file all other views and the macros come along as such, with comments, so that it answers in
any DuckDB client without nsys-duck.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from nsys_duck.catalog.files import SqlFile, catalog, comments_on, install_order
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.errors import NsysDuckError, TraceError, UsageError
from nsys_duck.output.files import forget_leavings, replacing
from nsys_duck.trace.session import kind_of
from nsys_duck.trace.source import is_duckdb
from nsys_duck.trace.trace import Trace

DERIVED_BUT_STORED = ("nvtx_ranges",)  # nesting is too dear to redo for every question


def stored() -> list[SqlFile]:
    """The views whose rows are stored, in the order in which they build on each other."""
    return [
        file
        for file in install_order(list(catalog()))
        if file.kind == "view"
        and ((file.layer == "trace" and not file.taken_from) or file.name in DERIVED_BUT_STORED)
    ]


def convert(trace: Trace, target: str) -> None:
    """Write `trace` to `target`: a folder of Parquet files where that ends in a slash or is a folder, else a
    DuckDB file, whose name must end in .duckdb or .db.

    The target appears whole or not at all. Raises UsageError for a target of neither kind, NsysDuckError
    where it cannot be written.
    """
    path = Path(target)
    if target.endswith(("/", os.sep)) or path.is_dir():
        with _replacing_folder(path) as part:
            trace.retried(lambda: _write_parquet(trace, part))
    elif path.suffix in (".duckdb", ".db"):
        if path.exists() and not (path.is_file() and is_duckdb(path)):
            raise TraceError(f"{path} is no DuckDB file: choose another name, what is there is kept")
        with replacing(path) as part:
            trace.retried(lambda: _write_duckdb(trace, part))
    else:
        raise UsageError(
            f"{target}: end the name in .duckdb for a DuckDB file, or in / for a folder of Parquet"
        )


def _rows_of(trace: Trace, file: SqlFile) -> str:
    trace.install([file.name])
    order = [name for name in ("start_ns", "event_id") if name in {column.name for column in file.columns}]
    return f"FROM {file.name}" + (f" ORDER BY {', '.join(order)}" if order else "")


def _write_parquet(trace: Trace, folder: Path) -> None:
    trace.run("SET preserve_insertion_order = true")
    for file in stored():
        place = literal(str(folder / f"{file.name}.parquet"))
        trace.run(f"COPY ({_rows_of(trace, file)}) TO {place} (FORMAT parquet, COMPRESSION zstd)")


def _write_duckdb(trace: Trace, part: Path) -> None:
    part.unlink(missing_ok=True)
    trace.run("SET preserve_insertion_order = true")
    trace.install([file.name for file in stored()])
    trace.run(f"ATTACH {literal(str(part))} AS target")
    try:
        # In one transaction: each of its own would be written to disk, 1,700 of them.
        trace.run("BEGIN")
        for file in stored():
            trace.run(f"CREATE TABLE target.{identifier(file.name)} AS {_rows_of(trace, file)}")
        trace.run("USE target")
        _write_definitions(trace)
        trace.run("COMMIT")
        trace.run("CHECKPOINT target")
    except BaseException:
        with suppress(NsysDuckError):
            trace.run("ROLLBACK")
        raise
    finally:
        trace.run("USE memory")
        trace.run("DETACH target")


def _write_definitions(trace: Trace) -> None:
    """Make the macros and all views that are not stored, with the comments on what is public.

    DuckDB binds a view when it is made, with all that it stands on: 9 s of CPU where each stands on views. So
    all are empty tables first, and each view is made while what it needs still is one: 0.6 s.
    """
    tables = {file.name for file in stored()}
    files = [file for file in install_order(list(catalog())) if file.kind in ("view", "macro")]
    views = [file for file in files if file.kind == "view" and file.name not in tables]
    for file in views:
        columns = ", ".join(f"{identifier(column.name)} {column.type}" for column in file.columns)
        trace.run(f"CREATE TABLE {file.name} ({columns})")
    for file in files:
        if file.kind == "macro":
            trace.run(_definition(trace, file))
    for file in reversed(views):
        trace.run(f"DROP TABLE {file.name}")
        trace.run(_definition(trace, file))
    for file in files:
        if file.is_public:
            kind = "TABLE" if file.name in tables else kind_of(file, keep=False)
            for statement in comments_on(file, kind):
                trace.run(statement)


def _definition(trace: Trace, file: SqlFile) -> str:
    """A view that stands for a narrower form of a stored one is that; all others are as written."""
    if file.taken_from:
        columns = ", ".join(column.name for column in file.columns)
        return f"CREATE VIEW {file.name} AS\nSELECT {columns}\nFROM {file.taken_from}"
    return trace.definition(file, keep=False)


class _replacing_folder:
    """A new folder beside the target that takes its place when the block ends well."""

    def __init__(self, target: Path) -> None:
        self.target = Path(os.path.normpath(target))
        self.part = self.target.with_name(f".{self.target.name}.{os.getpid()}.part")

    def __enter__(self) -> Path:
        held = list(self.target.glob("*")) if self.target.is_dir() else []
        if held and not (self.target / "_captured.parquet").exists():
            raise TraceError(
                f"{self.target} holds other files: name a new folder, or one of an earlier conversion"
            )
        forget_leavings(self.target)
        try:
            self.part.mkdir()
        except OSError as error:
            raise NsysDuckError(f"{self.target}: cannot be written: {error.strerror}") from error
        return self.part

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                if self.target.exists():
                    shutil.rmtree(self.target)
                self.part.replace(self.target)
        except OSError as error:
            raise NsysDuckError(f"{self.target}: cannot be written: {error.strerror}") from error
        finally:
            shutil.rmtree(self.part, ignore_errors=True)
