"""The cookbook's questions: each runs as a file, in one order, and answers as the page says."""

import re

import pytest
from asking import run

from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace
from tools import docs
from tools.docs import cookbook
from tools.docs.markdown import table

QUESTIONS = cookbook.questions()
PAGE = (docs.DOCS / "cookbook.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def trace():
    """The demo trace."""
    with docs.demo_trace() as opened:
        yield opened


@pytest.fixture(scope="module")
def slow_trace(trace):
    """The same, worked on by one thread only."""
    with Trace(trace.path, threads=1) as opened:
        yield opened


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path.stem)
def test_answer(question, trace):
    """The page has the question, its SQL and the rows that it gives."""
    answer = trace.answer(question.sql)
    assert answer.rows, "a question without an answer teaches nothing"
    section = re.search(rf"^## {question.number}\. .*?(?=^## |\Z)", PAGE, re.M | re.S)
    assert section, "run: make docs"
    for part in (question.question, question.sql, table(answer)):
        assert part in section[0], "run: make docs"
    assert len(set(answer.columns)) == len(answer.columns)
    assert "ORDER BY" in question.sql.rsplit("FROM", 1)[-1], "the rows have no order"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.path.stem)
def test_order_is_total(question, trace, slow_trace):
    """The rows' order does not depend on how many threads work."""
    assert slow_trace.answer(question.sql) == trace.answer(question.sql)


def test_runs_as_a_file(tmp_path):
    """The command line takes a question's file, header and all."""
    run("demo", "demo.sqlite", cwd=tmp_path)
    done = run("query", "demo.sqlite", "-f", QUESTIONS[0].path, cwd=tmp_path)
    assert done.code == 0, done.stderr
    assert done.stdout.splitlines()[0] == "short_name,kernel_count,total_ms,median_us,kernel_time_pct"


def test_names():
    """Files are numbered from 1 without a gap; there are at least twenty."""
    assert [question.number for question in QUESTIONS] == list(range(1, len(QUESTIONS) + 1))
    assert len(QUESTIONS) >= 20


@pytest.mark.parametrize(
    "text", ["SELECT 1", "-- question: no mark\n-- answer: x\n\nSELECT 1", "-- question: a?\n\nSELECT 1"]
)
def test_header(text, tmp_path):
    """A file without question or answer is told."""
    path = tmp_path / "01_x.sql"
    path.write_text(text)
    with pytest.raises(NsysDuckError, match="begins with"):
        cookbook.parse(path)
