"""The kinds of input, and what each makes of the files in sql/trace.

An export (SQLite, or a folder of Parquet tables) is reached as `raw.<TABLE>` and its views are
rendered for the tables and columns that it has. A converted trace has the views' rows already, so a
view of sql/trace is just that table. All other layers are the same for every kind.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from nsys_duck.catalog.files import SqlFile, catalog, columns_read
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.errors import NsysDuckError, TraceError
from nsys_duck.trace import source
from nsys_duck.trace.render import Shape, render, suspects
from nsys_duck.trace.schema import Schema

MANY_EMPTY = 10  # tables: exports that say nothing of themselves are of 2021 and before, and have every table
SMALL = 100_000_000  # bytes of an export that may be in memory as well


@dataclass
class Input:
    """An export as DuckDB sees it after `attach`. `shape` is what the run asks of every view.

    `may_be_held`: its tables may be read into memory, once each, as `hold` does.
    """

    path: Path
    schema: Schema = field(default_factory=lambda: Schema([]))
    shape: Shape = field(default_factory=Shape)
    may_be_held: bool = False

    def statement(self, file: SqlFile, asked: tuple[str, ...] = ()) -> str:
        """The statement of `file` as it runs on this input; `asked` are its parameters that are TRUE."""
        return render(file, self.schema, replace(self.shape, asked=asked))

    def require_whole(self, names: Iterable[str], run) -> None:
        """Raise TraceError where the engine does not see every row of these tables of the file."""

    def recognize(self, run) -> None:
        """Raise TraceError where the tables are those of no export; else note what the export says of itself.

        An export with every table (--lazy=false) has those of what was not captured too: empty ones are as
        absent. One that does not say is such a one where many are empty. Times that were normalized or shifted
        are read as the session's own.
        """
        source.require_export(self.path, self.schema)
        try:
            statement = self.statement(catalog()["_export_settings"])
            ((version, says_nothing, is_lazy, _, _, is_normalized, shift, start),) = run(statement).fetchall()
        except NsysDuckError:
            return  # a setting that cannot be read is one that the export does not have
        self.schema.version = version
        if is_lazy is False or says_nothing:
            with suppress(NsysDuckError):  # a table that cannot be read is not known to be empty
                empty = [name for (name,) in run(self.statement(catalog()["empty_tables"])).fetchall()]
                if is_lazy is False or len(empty) >= MANY_EMPTY:
                    self.schema.leave_out(empty)
        if is_normalized and start is None:
            ((start,),) = run(self.statement(catalog()["first_time"])).fetchall()
            start = start and start - shift
            self.schema.assumed_start_ns = start
        self.schema.time_offset_ns = shift + (start or 0 if is_normalized else 0)


class SqliteExport(Input):
    """What `nsys export --type sqlite` writes: attached read-only, never copied but in WAL mode."""

    def attach(self, run, scratch: Path) -> None:
        """Attach the file as `raw` through `run(sql)` and look at its tables."""
        place = self.path
        if source.is_wal_mode(place):
            place = source.private_copy(place, scratch)
        run(f"ATTACH {literal(str(place.absolute()))} AS raw (TYPE sqlite, READ_ONLY)")
        self.schema = Schema(run(catalog()["export_tables"].body).fetchall())
        self.recognize(run)
        self._looked_at: set[str] = set()
        self._whole: set[str] = set()
        self.may_be_held = place.stat().st_size <= SMALL

    def require_whole(self, names: Iterable[str], run) -> None:
        """As of every input. Rows out of the order of their ids, in a damaged file, would go unseen.

        A count by SQLite alone takes 0.1 us a row, and is made once for each table.
        """
        asked = {
            table.stored_as for table in map(self.schema.table, names) if table.row_id == "rowid"
        } - self._whole
        if self.schema.checked or not asked:
            return
        self._whole |= asked
        for name, count in run(suspects(sorted(asked))).fetchall():
            ((seen,),) = run(f"SELECT count(*) FROM raw.{identifier(name)}").fetchall()
            if seen != count:
                raise TraceError(
                    f"{self.path} is damaged (of {count:,} rows of {name} {seen:,} are in their order): "
                    f"copy it again, or run {source.EXPORT_HINT} again"
                )

    def hold(self, file: SqlFile, run) -> None:
        """Copy the tables that `file` reads, once each: a scan of SQLite takes ten times that of memory.

        A table that cannot be copied, as some values do not fit, is read where it is: a view may need none
        of these.
        """
        for table in map(self.schema.table, file.reads):
            if table.row_id not in (None, "_rowid_") and table.stored_as not in self._looked_at:
                self._looked_at.add(table.stored_as)
                columns = [f"{table.row_id} AS row_id"]
                columns += [
                    identifier(table.columns[name.lower()][0])
                    for name in columns_read(table.name)
                    if name.lower() in table.columns
                ]
                stored = identifier(table.stored_as)
                run("CREATE SCHEMA IF NOT EXISTS held")
                with suppress(NsysDuckError):
                    run(f"CREATE TABLE held.{stored} AS SELECT {', '.join(columns)} FROM raw.{stored}")
                    self.schema.held.add(table.stored_as)


class ParquetExport(Input):
    """What `nsys export --type parquetdir` writes: a folder of `<TABLE>.parquet`."""

    def attach(self, run, scratch: Path) -> None:
        """Make a view `raw.<TABLE>` of each file through `run(sql)` and look at its columns."""
        run("CREATE SCHEMA raw")
        for file in sorted(self.path.glob("*.parquet")):
            run(
                f"CREATE VIEW raw.{identifier(file.stem)} AS "
                f"FROM read_parquet({literal(str(file.absolute()))}, file_row_number = true)"
            )
        self.schema = Schema(run(catalog()["parquet_tables"].body).fetchall(), is_sqlite=False)
        self.recognize(run)


class Converted(Input):
    """What `nsys-duck convert` writes: a DuckDB file, or a folder of Parquet files, one a view."""

    def attach(self, run, scratch: Path) -> None:
        """Make the converted tables reachable as `converted.<view>` through `run(sql)`."""
        if self.path.is_dir():
            run("CREATE SCHEMA converted")
            for file in sorted(self.path.glob("*.parquet")):
                run(
                    f"CREATE VIEW converted.{identifier(file.stem)} AS "
                    f"FROM read_parquet({literal(str(file.absolute()))})"
                )
        else:
            run(f"ATTACH {literal(str(self.path.absolute()))} AS converted (READ_ONLY)")
        self.tables = {row[0] for row in run(catalog()["converted_tables"].body).fetchall()}
        if "_captured" not in self.tables:
            raise TraceError(f"{self.path} is no trace that nsys-duck converted")

    def statement(self, file: SqlFile, asked: tuple[str, ...] = ()) -> str:
        """The converted rows for sql/trace and what was converted of the layers above; else as written."""
        if file.kind != "view" or not (file.layer == "trace" or file.name in self.tables):
            return super().statement(file, asked)
        stored = file.taken_from or file.name
        if stored.split()[0] not in self.tables:
            raise TraceError(
                f"{self.path} has no {stored.split()[0]}: it was converted by another version of nsys-duck; convert it again"
            )
        columns = ",\n    ".join(column.name for column in file.columns)
        return render(file, self.schema, self.shape, f"SELECT\n    {columns}\nFROM converted.{stored}")


def of(path: Path, scratch: Path) -> Input:
    """The input that `path` is; TraceError, with what to do next, where it is none."""
    kind = source.kind_of(path)
    if kind == "report":
        path = source.exported(path, scratch)
        kind = "sqlite"
    return {"sqlite": SqliteExport, "parquet": ParquetExport, "converted": Converted}[kind](path)
