"""A comparison written: to standard output or a file, and as Markdown and JUnit XML beside it."""

import os
import sys
from pathlib import Path

from nsys_duck import output as out
from nsys_duck.compare.junit import junit
from nsys_duck.compare.printing import lines, markdown
from nsys_duck.errors import UsageError
from nsys_duck.table import terminal_width

ENDINGS = {".json": "json", ".md": "markdown", ".html": "html", ".htm": "html"}


def write_all(
    result: dict,
    form: str | None,
    target: Path | None,
    beside: dict[str, Path | None],
    traces: list[Path],
    top: int,
) -> None:
    """Write the comparison as `form`, else as the target's ending says; `beside` are files of other kinds."""
    for path in (target, *beside.values()):
        for trace in traces:
            out.refuse_trace(path, trace)
    named = [path.absolute() for path in (target, *beside.values()) if path is not None]
    if len(set(named)) < len(named):
        raise UsageError("-o, --markdown and --junit name the same file")
    form = form or ENDINGS.get(target.suffix.lower() if target else "", "table")
    if form == "table" and target is None:
        _show(result, top)
    else:
        out.write(_text(result, form, top), target)
    if beside["markdown"]:
        out.write(markdown(result, top), beside["markdown"])
    if beside["junit"]:
        out.write(junit(result), beside["junit"])


def _text(result: dict, form: str, top: int) -> str:
    if form == "json":
        return out.to_json(result)
    if form == "markdown":
        return markdown(result, top)
    if form == "html":
        from nsys_duck.compare.html import html

        return html(result, top)
    return "\n".join(line for line, _ in lines(result, None, top)) + "\n"


def _show(result: dict, top: int) -> None:
    """Print for people; styles on a terminal only, unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    room = terminal_width() if sys.stdout.isatty() or os.environ.get("COLUMNS") else None
    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    for line, style in lines(result, room, top):
        console.print(Text(line, style=style))
