"""A report as a table for people: times and sizes in fitting units, long names shortened in the middle."""

from collections.abc import Iterable

from nsys_duck.catalog import Column
from nsys_duck.formats import cell
from nsys_duck.questions import Field
from nsys_duck.table import GAP, width_of

TIMES = ((10**9, "s"), (10**6, "ms"), (10**3, "us"), (1, "ns"))
SIZES = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "B"))
MOMENTS = ("start_ns", "end_ns", "at_ns")
WIDE, NARROW = 40, 14
KEPT = 3  # columns at the left that stay, whatever the width


def _scaled(value: float, units: tuple) -> str:
    size, unit = next((pair for pair in units if abs(value) >= pair[0]), units[-1])
    if size == 1:
        return f"{value:.1f} {unit}" if isinstance(value, float) and value % 1 else f"{value:.0f} {unit}"
    scaled = value / size
    digits = 3 if abs(scaled) < 10 else 2 if abs(scaled) < 100 else 1
    return f"{scaled:,.{digits}f} {unit}"


def shown(value: object, field: Field, column: Column) -> str:
    """A value as a person reads it."""
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return cell(value)
    if column.unit == "ns" and field.name == column.name:
        if column.name.endswith(MOMENTS):
            return f"{'-' if value < 0 else ''}{abs(value) // 10**9}.{abs(value) % 10**9:09d} s"
        return _scaled(value, TIMES)
    if column.unit == "bytes":
        return _scaled(value, SIZES)
    if isinstance(value, float):
        return f"{value:,.1f}" if column.unit and column.unit.startswith("%") else f"{value:,.3f}"
    return str(value) if column.name.endswith("id") else f"{value:,}"


def _heading(field: Field, column: Column) -> str:
    if field.name == column.name and column.unit in ("ns", "bytes"):
        return column.name.removesuffix("_ns").removesuffix("_bytes")
    if column.unit and column.unit.startswith("%"):
        return column.name.removesuffix("_pct") + " %"
    return field.name


def shortened(text: str, width: int) -> str:
    """`text` in `width` columns of a terminal, with an ellipsis in its middle where it is longer."""
    if width_of(text) <= width:
        return text
    from rich.cells import set_cell_size

    head = (width - 1) * 3 // 4
    tail = width - 1 - head
    end = text[-tail:]
    while width_of(end) > tail:
        end = end[1:]
    return set_cell_size(text, head) + "…" + " " * (tail - width_of(end)) + end


def lines_of(
    fields: list[Field], columns: list[Column], rows: Iterable[tuple], room: int | None
) -> tuple[list[str], list[str]]:
    """The lines of the table, at most `room` wide, and the names of the columns that did not fit."""
    cells = [[_heading(field, column) for field, column in zip(fields, columns, strict=True)]]
    cells += [
        [shown(value, field, column) for value, field, column in zip(row, fields, columns, strict=True)]
        for row in rows
    ]
    natural = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    shown_at = list(range(len(fields)))
    widths = natural
    if room is not None:
        shown_at, widths = _fitted(fields, natural, room)
    lines = []
    for row in cells:
        parts = []
        for place, width in zip(shown_at, widths, strict=True):
            text = shortened(row[place], width)
            blank = " " * (width - width_of(text))
            parts.append(blank + text if fields[place].is_number else text + blank)
        lines.append((" " * GAP).join(parts).rstrip())
    rule = (" " * GAP).join("─" * width for width in widths)
    return [lines[0], rule, *lines[1:]], [f.name for at, f in enumerate(fields) if at not in shown_at]


def _fitted(fields: list[Field], natural: list[int], room: int) -> tuple[list[int], list[int]]:
    """The columns that there is room for, and their widths: names need some, so numbers give way first."""
    texts = [at for at, field in enumerate(fields) if not field.is_number]
    widest = max(texts, key=lambda at: natural[at], default=None)

    def least(at: int) -> int:
        return min(natural[at], WIDE if at == widest else NARROW) if at in texts else natural[at]

    def used(places: list[int]) -> int:
        return sum(map(least, places)) + GAP * (len(places) - 1)

    kept = list(range(len(fields)))
    droppable = [at for at in reversed(kept) if at not in texts and at >= KEPT]
    droppable += [at for at in reversed(texts) if at != widest]
    while used(kept) > room and droppable:
        kept.remove(droppable.pop(0))
    widths = {at: least(at) for at in kept}
    spare = room - used(kept)
    for at in sorted(kept, key=lambda at: natural[at]):
        more = max(0, min(natural[at] - widths[at], spare))
        widths[at] += more
        spare -= more
    if spare < 0 and widest in widths:
        widths[widest] = max(2, widths[widest] + spare)
    return kept, [widths[at] for at in kept]
