"""A table for people: numbers right-aligned and whole, long text shortened, columns that fit."""

import re
import shutil
import sys
from collections.abc import Iterable

from nsys_duck.formats import cell
from nsys_duck.questions import Field

ON_SCREEN = 200
NARROWEST_TEXT = 12
GAP = 2
_ASCII = re.compile(r"[\x20-\x7e]*")


def width_of(text: str) -> int:
    """The columns of a terminal that `text` takes."""
    if _ASCII.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _shortened(text: str, width: int) -> str:
    if width_of(text) <= width:
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, width - 1).rstrip() + "…"


def lines_of(fields: list[Field], rows: Iterable[tuple], room: int | None) -> tuple[list[str], int]:
    """The lines of a table, its header first, at most `room` wide, and how many columns did not fit.

    Without `room` nothing is shortened. Numbers never are: the last columns go first.
    """
    cells = [[cell(field.name) for field in fields]]
    cells += [["NULL" if value is None else cell(value) for value in row] for row in rows]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    if room is not None:
        widths = _fitted(fields, widths, [width_of(name) for name in cells[0]], room)
    lines = []
    for row in cells:
        parts = []
        for field, text, width in zip(fields, row, widths, strict=False):
            text = _shortened(text, width)
            blank = " " * (width - width_of(text))
            parts.append(blank + text if field.is_number else text + blank)
        lines.append((" " * GAP).join(parts).rstrip())
    rule = (" " * GAP).join("─" * width for width in widths)
    return [lines[0], rule, *lines[1:]], len(fields) - len(widths)


def _fitted(fields: list[Field], wanted: list[int], names: list[int], room: int) -> list[int]:
    """Widths of the first columns, as many as fit with text at its narrowest; spare room goes to text."""
    least = [
        width if field.is_number else min(width, max(NARROWEST_TEXT, name))
        for field, width, name in zip(fields, wanted, names, strict=True)
    ]
    count = 0
    used = -GAP
    while count < len(least) and used + GAP + least[count] <= room:
        used += GAP + least[count]
        count += 1
    if count == 0 and least:
        return [max(2, room)] if not fields[0].is_number else [least[0]]
    widths = least[:count]
    spare = room - used
    for place in sorted(range(count), key=lambda place: wanted[place] - widths[place]):
        behind = sum(1 for other in range(count) if wanted[other] > widths[other])
        more = min(wanted[place] - widths[place], spare // max(1, behind))
        widths[place] += more
        spare -= more
    return widths


def terminal_width() -> int:
    """The width of the terminal, or COLUMNS."""
    return shutil.get_terminal_size().columns


def show(lines: list[str]) -> None:
    """Print a table's lines; its header is bold on a terminal, unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    for number, line in enumerate(lines):
        console.print(Text(line, style=("bold", "dim")[number] if number < 2 else ""))
