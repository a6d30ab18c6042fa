"""The result of a query as a table for people, and tables on a terminal."""

import os
import shutil
import sys
from collections.abc import Iterable

from nsys_duck.output.formats import Field, cell
from nsys_duck.output.layout import Layout, laid_out

ON_SCREEN = 200


def lines_of(fields: list[Field], rows: Iterable[tuple], room: int | None) -> Layout:
    """The rows as a table at most `room` wide; all of it without. Numbers keep all their digits."""
    names = [cell(field.name) for field in fields]
    cells = [["NULL" if value is None else cell(value) for value in row] for row in rows]
    return laid_out(names, names, cells, [field.is_number for field in fields], room)


def terminal_width() -> int:
    """The width of the terminal, or COLUMNS."""
    return shutil.get_terminal_size().columns


def room() -> int | None:
    """The width of the terminal; none in a pipe, unless COLUMNS says so."""
    return terminal_width() if sys.stdout.isatty() or os.environ.get("COLUMNS") else None


def print_lines(lines: Iterable[tuple[str, str]]) -> None:
    """Print (line, style) for people; styles on a terminal only, unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise  # rich calls this where it caught the error, and would end with status 1

    console = Output(file=sys.stdout, soft_wrap=True, highlight=False)
    for line, style in lines:
        console.print(Text(line, style=style))


def show(layout: Layout) -> None:
    """Print a table; its head is bold on a terminal."""
    head = layout.head
    print_lines(
        (line, "bold" if number < head else "dim" if number == head > 0 else "")
        for number, line in enumerate(layout.lines)
    )
