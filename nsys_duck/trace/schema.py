"""What an export has: its tables and columns, resolved to NVIDIA's names.

Tables and columns come and go between nsys versions, so nothing is told from a version number:
the export itself is asked. This is the one place that knows how a stored table answers to a name.
"""

import re
from dataclasses import dataclass, replace

from nsys_duck.catalog.files import Read
from nsys_duck.errors import MissingColumn, TraceError

# How an export is told from any other database: one of these, or any table that a view reads.
MARKERS = re.compile(
    r"StringIds|CUPTI_ACTIVITY_KIND_\w+|(META_DATA|TARGET_INFO|EXPORT_META)_\w+|ANALYSIS_DETAILS"
)
# What is not of the program's work: files that nsys keeps beside a trace, and lists of what numbers mean.
KEPT_BESIDE = {"analysis_file", "processstreams"}
LIST_OF_NAMES = {"id", "number", "name", "label", "value"}
FITTING = {
    "BIGINT": re.compile(r"INT|REAL|FLOA|DOUB", re.I),
    "DOUBLE": re.compile(r"INT|REAL|FLOA|DOUB", re.I),
    "VARCHAR": re.compile(r"CHAR|TEXT|CLOB|STRING", re.I),
}
UNREADABLE = re.compile(r"\]\Z|\A(STRUCT|MAP|UNION|VARIANT|TIME|DATE|INTERVAL|UUID|BOOLEAN|BIT)")


@dataclass(frozen=True)
class Table:
    """A table by NVIDIA's name; `stored_as` is its name in the file, None where it is absent.

    `columns` maps a lower-case column name to (name in the file, declared type). `row_id` is the SQL
    name of what identifies a row. `checked` tables are read value by value, in a file of SQLite through its
    own casts, `lenient` where what does not fit is NULL; of `held` ones the run has the rows in memory.
    """

    name: str
    stored_as: str | None = None
    columns: dict[str, tuple[str, str]] | None = None
    row_id: str | None = None
    checked: bool = False
    held: bool = False
    is_sqlite: bool = True
    lenient: bool = False

    @property
    def present(self) -> bool:
        """Whether the export has the table, even without rows."""
        return self.stored_as is not None


@dataclass(frozen=True)
class ReadColumn:
    """A column as a view wants it; `stored_as` is None where the export lacks it."""

    name: str
    type: str
    stored_as: str | None
    declared: str = ""

    @property
    def is_real(self) -> bool:
        """Whether whole numbers are stored as floating point."""
        return self.type == "BIGINT" and bool(re.search("REAL|FLOA|DOUB", self.declared, re.I))


class Schema:
    """The tables of one export.

    `rows` are (table, column, declared type, row id), as sql/session/export_tables.sql gives them.
    `is_sqlite`: values need not be of their column's declared type.
    """

    def __init__(self, rows: list[tuple], version: str | None = None, is_sqlite: bool = True) -> None:
        self.version = version
        self.is_sqlite = is_sqlite
        self.checked = False
        self.reads_by_sqlite = False  # whether some table was read through SQLite's casts
        self.held: set[str] = set()  # tables, as the file spells them, whose rows are in memory
        self.time_offset_ns = 0  # what the export's times are ahead of the session's
        self.assumed_start_ns: int | None = (
            None  # start of a normalized session that the export does not have
        )
        self._left_out: list[str] = []
        self._stored: dict[str, Table] = {}
        for table, column, declared, row_id in rows:
            known = self._stored.setdefault(table.lower(), Table(table, table, {}, row_id))
            known.columns[column.lower()] = (column, declared or "")

    @property
    def is_export(self) -> bool:
        """Whether this looks like an Nsight Systems export at all."""
        from nsys_duck.catalog.files import known_tables

        return any(MARKERS.fullmatch(t.name) for t in self._stored.values()) or any(
            self.table(name).present for name in known_tables()
        )

    @property
    def names(self) -> list[str]:
        """The tables that the export has, as it spells them."""
        return [*(table.name for table in self._stored.values()), *self._left_out]

    def leave_out(self, names: list[str]) -> None:
        """Let tables of NVIDIA's `names` be absent to all views; raw.<TABLE> still reaches them."""
        for stored in [self.table(name).stored_as for name in names]:
            self._left_out.append(stored)
            del self._stored[stored.lower()]

    def table(self, name: str) -> Table:
        """The table that answers to NVIDIA's `name`: itself, else its newest `_V<n>` variant."""
        stored = self._stored.get(name.lower())
        if stored is None:
            variant = re.compile(re.escape(name.lower()) + r"_v(\d+)")
            found = [(int(m[1]), t) for key, t in self._stored.items() if (m := variant.fullmatch(key))]
            stored = max(found, key=lambda pair: pair[0])[1] if found else None
        return replace(stored, name=name) if stored else Table(name)

    def unread(self) -> list[Table]:
        """Tables of events that no view reads, by name; files kept beside a trace and lists of names are none."""
        from nsys_duck.catalog.files import known_tables

        read = {self.table(name).stored_as for name in known_tables()}
        found = [
            table
            for key, table in self._stored.items()
            if table.name not in read
            and not key.startswith("enum_")
            and key not in KEPT_BESIDE
            and not set(table.columns) <= LIST_OF_NAMES
        ]
        return sorted(found, key=lambda table: table.name)

    def read(self, read: Read) -> tuple[Table, list[ReadColumn]]:
        """The table and columns that a file reads, as this export has them.

        Raises MissingColumn where the table is there without a column that the file cannot do without.
        """
        table = self.table(read.table)
        columns = []
        fits = True
        for name, kind, required in read.columns:
            stored, declared = (table.columns or {}).get(name.lower(), (None, ""))
            if required and table.present and stored is None:
                version = f"export schema {self.version}" if self.version else "export schema unknown"
                raise MissingColumn(
                    f"{table.stored_as} has no column {name!r} ({version}): this version of nsys writes a "
                    "schema that nsys-duck does not know; please report it with the schema's version"
                )
            if not self.is_sqlite and UNREADABLE.search(declared):
                raise TraceError(
                    f"column {stored} of {table.stored_as}.parquet is of type {declared}, which is not read as {kind}"
                )
            fits = fits and (stored is None or bool(FITTING[kind].search(declared)))
            columns.append(ReadColumn(name, kind, stored, declared))
        checked = table.present and (self.checked or not fits or table.row_id == "_rowid_")
        self.reads_by_sqlite |= checked and self.is_sqlite
        held = table.stored_as in self.held
        return replace(
            table, checked=checked, held=held, is_sqlite=self.is_sqlite, lenient=self.checked
        ), columns
