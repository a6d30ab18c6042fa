"""The result of a query as a table for people, and tables on a terminal."""

import shutil
import sys
from collections.abc import Iterable

from nsys_duck.formats import cell
from nsys_duck.layout import Layout, laid_out
from nsys_duck.questions import Field

ON_SCREEN = 200


def lines_of(fields: list[Field], rows: Iterable[tuple], room: int | None) -> Layout:
    """The rows as a table at most `room` wide; all of it without. Numbers keep all their digits."""
    names = [cell(field.name) for field in fields]
    cells = [["NULL" if value is None else cell(value) for value in row] for row in rows]
    return laid_out(names, names, cells, [field.is_number for field in fields], room)


def terminal_width() -> int:
    """The width of the terminal, or COLUMNS."""
    return shutil.get_terminal_size().columns


def show(layout: Layout) -> None:
    """Print a table; its head is bold on a terminal, unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    for number, line in enumerate(layout.lines):
        style = "bold" if number < layout.head else "dim" if number == layout.head > 0 else ""
        console.print(Text(line, style=style))
