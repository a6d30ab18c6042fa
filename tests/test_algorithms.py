"""The worked examples of docs/algorithms.md give the figures that the page shows."""

import re
from pathlib import Path

from test_sql import answer, records
from tracebuilder import write_trace

from nsys_duck.trace.trace import Trace

PAGE = Path(__file__).parent.parent / "docs" / "algorithms.md"


def test_worked_examples(tmp_path):
    """Every block of the page runs on the trace that its first block lays out."""
    blocks = re.findall(r"^```test\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    (_, kind, rows, _), *questions = [record for block in blocks for record in records(block)]
    assert kind == "trace"
    assert len(questions) >= 6
    with Trace(write_trace(tmp_path / "trace.sqlite", sql=rows)) as trace:
        for _, _, sql, expected in questions:
            assert answer(trace, sql) == expected.strip(), sql
