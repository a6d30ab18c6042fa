"""A report as a table for people: times and sizes in fitting units, long names shortened in the middle."""

from collections.abc import Iterable

from nsys_duck.catalog.files import Column
from nsys_duck.output.formats import Field, cell
from nsys_duck.output.table import Layout, laid_out

TIMES = ((10**9, "s"), (10**6, "ms"), (10**3, "us"), (1, "ns"))
SIZES = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "B"))
MOMENTS = ("start_ns", "end_ns", "at_ns")


def scaled(value: float, units: tuple) -> str:
    """A value in the unit of `units` that fits, to three or four digits."""
    size, unit = next((pair for pair in units if abs(value) >= pair[0]), units[-1])
    if size == 1:
        return f"{value:.1f} {unit}" if isinstance(value, float) and value % 1 else f"{value:.0f} {unit}"
    number = value / size
    digits = 3 if abs(number) < 10 else 2 if abs(number) < 100 else 1
    return f"{number:,.{digits}f} {unit}"


def shown(value: object, field: Field, column: Column) -> str:
    """A value as a person reads it."""
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return cell(value)
    if column.unit == "ns" and field.name == column.name:
        if column.name.endswith(MOMENTS):
            return f"{'-' if value < 0 else ''}{abs(value) // 10**9}.{abs(value) % 10**9:09d} s"
        return scaled(value, TIMES)
    if column.unit == "bytes":
        return scaled(value, SIZES)
    if isinstance(value, float):
        return f"{value:,.1f}" if column.unit and column.unit.startswith("%") else f"{value:,.3f}"
    return str(value) if column.name.endswith("id") else f"{value:,}"


def _heading(field: Field, column: Column) -> str:
    if field.name == column.name and column.unit in ("ns", "bytes"):
        return column.name.removesuffix("_ns").removesuffix("_bytes")
    if column.unit and column.unit.startswith("%"):
        return column.name.removesuffix("_pct") + " %"
    return field.name


def lines_of(fields: list[Field], columns: list[Column], rows: Iterable[tuple], room: int | None) -> Layout:
    """The rows as a table at most `room` wide; all of it without. Old names of columns are for programs only."""
    kept = [place for place, column in enumerate(columns) if not column.is_old]
    fields, columns = [fields[place] for place in kept], [columns[place] for place in kept]
    heads = [_heading(field, column) for field, column in zip(fields, columns, strict=True)]
    cells = [
        [shown(row[at], field, column) for at, field, column in zip(kept, fields, columns, strict=True)]
        for row in rows
    ]
    names = [field.name for field in fields]
    return laid_out(names, heads, cells, [field.is_number for field in fields], room)
