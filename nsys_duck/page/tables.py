"""The tables and charts of a page as its template takes them."""

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from nsys_duck.catalog.files import Column
from nsys_duck.html.charts import embedded
from nsys_duck.output.formats import cell as escaped
from nsys_duck.output.messages import counted
from nsys_duck.page.answers import Answer, Answers, command
from nsys_duck.page.charts import specification
from nsys_duck.page.figures import Scale, heading, scale_of, shortened
from nsys_duck.page.sections import Chart, Section, Table

LONGEST = 2000  # characters of a name in a table, of which three lines show
NAMES = ("_name", "text", "domain")


@dataclass
class Statement:
    """The SQL behind a picture or a table; `part` names it where a picture has several."""

    part: str
    sql: str
    command: str | None


@dataclass
class Head:
    """A column of a table: title, unit, what a percentage is of, meaning."""

    name: str
    title: str
    unit: str
    of: str
    text: str
    is_number: bool


@dataclass
class Cell:
    """A value: as printed and exactly; `top` is the column's largest where it is drawn as a bar."""

    text: str
    value: object = ""
    is_number: bool = False
    is_name: bool = False
    top: object = None


@dataclass
class ShownTable:
    """A table with the statement behind it."""

    title: str
    report: str
    sql: str
    command: str | None
    lacking: str | None
    heads: list[Head] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    note: str = ""
    is_chart = False
    part = ""


@dataclass
class ShownChart:
    """A chart with its specification and the statements behind it."""

    name: str
    title: str
    answers: list[Statement]
    lacking: str | None
    is_empty: bool
    spec: Markup
    is_chart = True


def statement_of(answers: Answers, answer: Answer, part: str = "", options: str = "") -> Statement:
    """The statement of an answer."""
    return Statement(part, answer.sql, command(answers.trace.path, answer.ask, answer.file, options))


def table_of(answers: Answers, table: Table, options: str = "") -> ShownTable:
    """A table with its rows in print."""
    answer = answers.get(table.ask)
    shown = statement_of(answers, answer, options=options)
    made = ShownTable(table.title, table.ask.report, shown.sql, shown.command, answer.lacking)
    rows = answer.rows[: table.shown]
    columns = []
    for name in table.columns.split():
        place = answer.place(name)
        column = answer.columns[place]
        values = [row[place] for row in rows]
        if values and all(value is None for value in values):
            continue  # a column that this trace has nothing for takes no room
        scale = scale_of(column, values)
        numeric = column.type in ("BIGINT", "INTEGER", "DOUBLE") and not name.endswith("_id")
        share = _share(answer.columns, column)
        unit = scale.unit if numeric else ""
        made.heads.append(Head(name, heading(column), unit, share, column.text, numeric))
        top = max((v for v in values if isinstance(v, int | float)), default=0) if name == table.bar else 0
        columns.append([_cell(scale, value, numeric, name, top) for value in values])
    made.rows = [list(row) for row in zip(*columns, strict=True)]
    made.note = _cut(table, answer)
    return made


def _cut(table: Table, answer: Answer) -> str:
    """A sentence where the table has not all rows."""
    if len(answer.rows) > table.shown:
        return f"The first {table.shown} of {counted(len(answer.rows), 'row')}; the SQL gives all."
    if answer.rows and dict(table.ask.values).get("rows") == len(answer.rows):
        return f"The first {counted(len(answer.rows), 'row')}; the report gives all with rows=0."
    return ""


def _share(columns: list[Column], column: Column) -> str:
    """What a percentage is of; where that is another column, in the words of its heading."""
    if not column.unit or not column.unit.startswith("% "):
        return ""
    titles = {other.name: heading(other) for other in columns}
    return " ".join(titles.get(word, word) for word in column.unit.removeprefix("% ").split(" "))


def _cell(scale: Scale, value: object, numeric: bool, name: str, top: object) -> Cell:
    if numeric:
        exact = "" if value is None else value
        return Cell(scale.text(value), exact, True, top=top if top and value is not None else None)
    return Cell(name_text(value), is_name=any(part in name for part in NAMES))


def name_text(value: object) -> str:
    """A text of the trace as a page shows it; a dash for none."""
    return "–" if value is None else shortened(escaped(value), LONGEST) or "(no text)"


def chart_of(answers: Answers, chart: Chart, options: str = "") -> ShownChart:
    """A chart with its data."""
    found = {name: answers.get(ask) for name, ask in chart.data.items()}
    first = next(iter(found.values()))
    statements = [
        statement_of(answers, answer, answer.ask.report if len(found) > 1 else "", options)
        for answer in found.values()
    ]
    is_empty = not any(answer.rows for answer in found.values())
    spec = Markup("") if is_empty else embedded(specification(chart, found))
    return ShownChart(chart.name, chart.title, statements, first.lacking, is_empty, spec)


def section_of(answers: Answers, section: Section, options: str = "") -> dict[str, Any] | None:
    """A section of the page; None for one that is left out, as this trace has nothing for it."""
    if section.only_with is not None:
        gate = answers.get(section.only_with)
        if gate.lacking or not gate.rows:
            return None
    parts = [
        chart_of(answers, part, options) if isinstance(part, Chart) else table_of(answers, part, options)
        for part in section.parts
    ]
    return {"id": section.id, "title": section.title, "lead": section.lead, "parts": parts}
