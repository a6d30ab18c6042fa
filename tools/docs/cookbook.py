"""docs/cookbook.md: the questions in docs/cookbook with their answers on the demo trace."""

import re
from dataclasses import dataclass
from pathlib import Path

from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace
from tools.docs import DOCS, page
from tools.docs.markdown import table

_HEADER = re.compile(r"-- question: (?P<question>.+\?)\n-- answer: (?P<answer>.+(?:\n--     .+)*)\n\n")


@dataclass
class Question:
    """A question, how to read the answer, and the SQL that gives it."""

    path: Path
    question: str
    answer: str
    sql: str
    rows: str = ""

    @property
    def number(self) -> int:
        """The number that the file's name begins with."""
        return int(self.path.name.split("_")[0])

    @property
    def anchor(self) -> str:
        """The heading's anchor as GitHub makes it."""
        return re.sub(r"[^\w -]", "", f"{self.number} {self.question.lower()}").replace(" ", "-")


def parse(path: Path) -> Question:
    """The question in a file; NsysDuckError where the header is not in the form above."""
    text = path.read_text(encoding="utf-8")
    match = _HEADER.match(text)
    if not match:
        raise NsysDuckError(f"{path}: begins with '-- question: ...?', '-- answer: ...' and a blank line")
    answer = match["answer"].replace("\n--     ", " ")
    return Question(path, match["question"], answer, text[match.end() :].strip())


def questions() -> list[Question]:
    """Every question in the order of the file names."""
    return [parse(path) for path in sorted((DOCS / "cookbook").glob("*.sql"))]


def answered(trace: Trace) -> list[Question]:
    """Every question with its rows on `trace`."""
    found = questions()
    for question in found:
        try:
            question.rows = table(trace.answer(question.sql))
        except NsysDuckError as error:
            raise NsysDuckError(f"{question.path.name}: {error}") from error
    return found


def pages(trace: Trace) -> dict[str, str]:
    """The cookbook by its path under docs/."""
    return {"cookbook.md": page("cookbook.md.jinja", questions=answered(trace))}
