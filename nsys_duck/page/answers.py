"""What a page shows of a trace: reports asked once each, with the statement that anyone can run again."""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from nsys_duck.catalog.files import Column, SqlFile, catalog
from nsys_duck.catalog.params import bind
from nsys_duck.engine.quoting import literal
from nsys_duck.reports import names as reports
from nsys_duck.trace.trace import Trace


@dataclass(frozen=True)
class Ask:
    """A report and the values of its parameters; the header's defaults for those left out."""

    report: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, report: str, **values: object) -> "Ask":
        """A report by name, its parameters by keyword."""
        return cls(report, tuple(sorted(values.items())))


@dataclass
class Answer:
    """The rows of a report; `lacking` says why there are none where the data were not captured."""

    ask: Ask
    file: SqlFile
    sql: str
    rows: list[tuple] = field(default_factory=list)
    lacking: str | None = None

    @property
    def columns(self) -> list[Column]:
        """The columns as the header declares them."""
        return self.file.columns

    def records(self) -> list[dict]:
        """The rows as objects, for a chart's data."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def place(self, name: str) -> int:
        """The position of a column."""
        return [column.name for column in self.columns].index(name)


class Answers:
    """Reports of one open trace, each run once."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._known: dict[Ask, Answer] = {}

    def get(self, ask: Ask) -> Answer:
        """The answer, from the trace the first time."""
        if ask not in self._known:
            self._known[ask] = self._asked(ask)
        return self._known[ask]

    def _asked(self, ask: Ask) -> Answer:
        file = catalog()[ask.report]
        values = dict(ask.values)
        answer = Answer(ask, file, statement(self.trace, file, values))
        if lacking := reports.missing(self.trace, file):
            if lacking.state == "not captured":
                how = f" To record it: nsys profile {lacking.how}." if lacking.how else ""
                answer.lacking = f"Not captured: the trace has no {lacking.names} data.{how}"
            else:
                answer.lacking = f"The trace has no {lacking.names} data: {lacking.told}."
        else:
            answer.rows = self.trace.report(ask.report, **values).rows
        return answer


def statement(trace: Trace, file: SqlFile, values: dict[str, object]) -> str:
    """The statement of a report with its values in it, as `nsys-duck query` runs it on this trace."""
    bound = {param.name: bind(param, values.get(param.name)) for param in file.params}
    asked = tuple(name for name, value in bound.items() if value is True)
    sql = trace.input.statement(file, asked)
    if bound:  # in one pass: a pattern of the user may have a $ and a word, too
        names = "|".join(map(re.escape, bound))
        sql = re.sub(rf"\$({names})\b", lambda found: literal(bound[found[1]]), sql)
    return f"-- {file.name}: {file.summary}\n{sql.strip()}\n"


def shown_name(path: Path) -> str:
    """The name of a file as text, also where it is not UTF-8."""
    return path.name.encode("utf-8", "backslashreplace").decode()


def typed_name(path: Path) -> str:
    """The name of a file as one types it in its folder: no option, one word."""
    name = shown_name(path)
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def command(path: Path, ask: Ask, file: SqlFile, options: str = "") -> str | None:
    """The command that prints the rows; None for a report that only the page has."""
    if file.command:
        return None
    values = "".join(f" -p {shlex.quote(f'{name}={value}')}" for name, value in ask.values)
    return f"nsys-duck report {ask.report} {typed_name(path)}{values}{options}"
