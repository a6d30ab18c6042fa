"""A report exactly as `nsys stats --format csv` prints it: headers, order of columns, rounding, quoting."""

import csv
import io
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal

from nsys_duck.catalog.files import NsysAs, NsysColumn, SqlFile, catalog
from nsys_duck.errors import UsageError
from nsys_duck.trace.trace import Trace

UNITS = {"ns": (0, 0), "us": (3, 3), "ms": (6, 4), "s": (9, 5)}  # power of ten, and digits that nsys prints
DURATIONS = ("dur", "dur1", "ts")


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _holds(when: NsysColumn | NsysAs, version: tuple[int, ...]) -> bool:
    return (when.since is None or version >= _version(when.since)) and (
        when.before is None or version < _version(when.before)
    )


def _version_of(trace: Trace) -> tuple[int, ...]:
    ((told,),) = trace.report("nsys_version").rows
    return _version(told or "") or (10**6,)


def printed_as(file: SqlFile, trace: Trace) -> SqlFile:
    """The report that nsys of the export's time printed under the name of `file`."""
    version = _version_of(trace) if file.nsys_as else ()
    return next((catalog()[other.report] for other in file.nsys_as if _holds(other, version)), file)


def columns_of(file: SqlFile, trace: Trace) -> list[NsysColumn]:
    """The columns that nsys of the export's time printed.

    Raises UsageError where nsys has no such report.
    """
    if not file.nsys:
        raise UsageError(f"nsys stats has no report {file.name}: leave --nsys-headers out")
    version = _version_of(trace)
    return [column for column in file.nsys if _holds(column, version)]


def _rounded(value: object, digits: int) -> str:
    """As SQLite rounds: halves away from zero, on the value's exact digits."""
    return format(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP), "f")


def _text(form: str, value: object, unit: tuple[int, int]) -> object:
    if value is None:
        return None
    if form in DURATIONS:
        text = _rounded(value, 1) if form == "dur1" else str(value)
        power, digits = unit
        return text if power == 0 else _rounded(Decimal(text).scaleb(-power), digits)
    if form == "ratio":
        return _rounded(value, 1)
    if form in ("mem", "thru"):
        return f"{value / 1e6:.3f}"
    if form == "kib":
        return f"{value / 1024:.3f}"
    if form == "addr":
        return f"{value:#x}"
    if form == "xyz":
        return " ".join(part.rjust(4) for part in str(value).split())
    return value


def _header(column: NsysColumn, unit: str) -> str:
    return column.header.replace("(ns)", f"({unit})") if column.form in DURATIONS else column.header


def lines(
    names: list[str], rows: Iterable[tuple], columns: list[NsysColumn], unit: str = "ns"
) -> Iterator[str]:
    """The lines of the CSV; `names` are the columns of `rows`, times are printed in `unit`."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")

    def line(values: Iterable[object]) -> str:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow(values)
        return buffer.getvalue()

    yield line(_header(column, unit) for column in columns)
    places = [(names.index(column.column), column.form) for column in columns]
    for row in rows:
        yield line(_text(form, row[place], UNITS[unit]) for place, form in places)
