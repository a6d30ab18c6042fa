"""The course of figures over a history, as rows, as text with a small picture, and as a chart."""

import json
import shutil
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

from nsys_duck.catalog.files import catalog
from nsys_duck.comparison import history
from nsys_duck.comparison.blocks import percent, shown
from nsys_duck.comparison.engine import comparing
from nsys_duck.comparison.gates import figure_of
from nsys_duck.engine.resources import scratch_folder
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.formats import TEXT_FORMATS, Field, cell
from nsys_duck.output.table import laid_out, shortened

DEFAULT = ("gpu_activity_span_s", "gpu_busy_union_s", "gpu_idle_within_span_s", "kernel_count")
BARS = "▁▂▃▄▅▆▇█"


def rows(folder: Path, figures: list[str], last: int, note: Callable[[str], None]) -> list[dict]:
    """The rows of sql/compare/trend.sql for the history in `folder`; `note` gets a line for each damaged file.

    Raises NsysDuckError where the folder has no history, UsageError for a figure that there is not.
    """
    wanted = []
    for turn, text in enumerate(figures or DEFAULT, 1):
        term = figure_of(text, "--figure")
        wanted.append({"turn": turn, "operand": text, "section": term.section, "figure": term.figure,
                       "wanted": term.wanted})  # fmt: skip
    held = history.files(folder)
    if not held:
        raise NsysDuckError(
            f"{folder} has no history: nsys-duck summarize TRACE --history {folder} begins one"
        )
    damaged = history.damaged(held)
    for file in damaged:
        note(f"{file} is damaged and left out: delete it, then add its trace again with summarize --history")
    held = [file for file in held if file not in damaged]
    if not held:
        raise NsysDuckError(f"{folder}: every file of the history is damaged")
    scratch = scratch_folder()
    try:
        (scratch / "trend.json").write_text(json.dumps(wanted), encoding="utf-8")
        variables = {"last": last, "history_files": [str(file) for file in held]}
        with comparing(scratch, variables) as opened:
            found = opened.dicts("trend")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    for text in figures:
        if not any(row["series"] == text or row["series"].startswith(f"{text} (") for row in found):
            raise UsageError(f"--figure: no trace of {folder} has {text}")
    return found


def text(found: list[dict], form: str) -> str:
    """The rows as CSV or JSON."""
    fields = [Field(column.name, column.type) for column in catalog()["trend"].columns]
    return "".join(TEXT_FORMATS[form](fields, [tuple(row.values()) for row in found]))


def series(found: list[dict]) -> Iterator[tuple[str, list[dict]]]:
    """(title, rows) of each series."""
    for (name, scope), group in groupby(found, key=lambda row: (row["series"], row["scope"])):
        yield (f"{name}, {scope}" if scope else name), list(group)


def table(group: list[dict], last: int) -> tuple[list[tuple[str, bool]], list[list[str]]]:
    """Headings, with whether they are of numbers, and cells of one series."""
    headings = [("captured", False), ("trace", False), ("label", False), ("value", True),
                ("% to previous", True), (f"% to median of {last} before", True)]  # fmt: skip
    cells = [
        [row["at_utc"][:19], cell(row["trace"]), cell(row["label"] or ""), shown(row["value"], row["unit"]),
         percent(row["change_pct"]), percent(row["median_change_pct"])]
        for row in group
    ]  # fmt: skip
    if not any(row["label"] for row in group):
        del headings[2]
        for row in cells:
            del row[2]
    if any(row["note"] for row in group):
        headings.append(("other GPUs", False))
        for row, found in zip(cells, group, strict=True):
            row.append(cell(found["note"] or ""))
    return headings, cells


def lines(found: list[dict], last: int, room: int | None) -> Iterator[tuple[str, str]]:
    """(line, style) for a terminal: of each series its course in a line of bars, then a table."""
    for number, (title, group) in enumerate(series(found)):
        if number:
            yield "", ""
        bars = "".join(" " if row["level"] is None else BARS[row["level"]] for row in group)
        yield f"{shortened(cell(title), 70)}  {bars}", "bold"
        columns, cells = table(group, last)
        heads = [name for name, _ in columns]
        layout = laid_out(heads, heads, cells, [is_number for _, is_number in columns], room)
        yield from ((line, "dim" if place <= layout.head else "") for place, line in enumerate(layout.lines))


def notes(found: list[dict]) -> list[str]:
    """What a reader must know: runs on other GPUs, or on more of them, are not one course."""
    noted = dict.fromkeys(f"{row['trace']}: {row['note']}" for row in found if row["note"])
    return [f"{text}: not one course (compare refuses such a pair)" for text in noted]


def svg(found: list[dict], *, in_page: bool = False) -> str:
    """The series as a chart, to stand alone or in a page; UsageError where the charts' library is missing."""
    from nsys_duck.html import charts

    spec = charts.template("trend")
    spec["datasets"] = {"trend": [row for row in found if row["value"] is not None]}
    return str(charts.svg(spec, in_page=in_page))


def html(found: list[dict], last: int) -> str:
    """The chart and the tables as one static page."""
    from markupsafe import Markup

    from nsys_duck.html.templates import rendered

    blocks = [(title, *table(group, last)) for title, group in series(found)]
    return rendered(
        "trend.html.j2", chart=Markup(svg(found, in_page=True)), blocks=blocks, notes=notes(found)
    )
