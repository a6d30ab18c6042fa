"""The reports of nsys stats, against what nsys itself printed for real exports.

The exports and the CSVs stand outside the repository; without them nothing is tested here.
"""

import csv
import io
from itertools import zip_longest
from pathlib import Path

import pytest

from nsys_duck.reports import names as reports
from nsys_duck.reports import nsys_csv
from nsys_duck.trace.trace import Trace

TRACES = Path(__file__).parents[2] / "shared" / "traces"
EXPECTED = sorted((TRACES / "expected").glob("*/*.csv"))
CUT = "…"  # where nsys cut a name at 100 characters

pytestmark = pytest.mark.skipif(not EXPECTED, reason="no real exports here")


def printed(trace: Trace, name: str) -> str:
    """The CSV that --nsys-headers prints."""
    file, values = reports.resolved(name)
    rows = trace.report(file.name, **values)
    return "".join(nsys_csv.lines(rows.columns, rows.rows, nsys_csv.columns_of(file, trace)))


def uncut(got: list[str], want: list[str]) -> list[str]:
    """`got` with its values cut where those of nsys are; its text layout shows a NULL as None."""
    pairs = zip_longest(got, want, fillvalue="(nothing)")
    return [
        b if (b.endswith(CUT) and a.startswith(b.removesuffix(CUT))) or (a, b) == ("", "None") else a
        for a, b in pairs
    ]


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_as_nsys_prints_it(path):
    """Headers, order of rows and columns, every digit, and every name as far as nsys printed it."""
    want = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    with Trace(TRACES / f"{path.parent.name}.sqlite") as trace:
        got = list(csv.reader(io.StringIO(printed(trace, path.stem))))
    assert [uncut(a, b) for a, b in zip_longest(got, want, fillvalue=[])] == want
    assert len(got) == len(want)


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_quoted_as_nsys_quotes_it(path):
    """Lines without a cut name are the same bytes."""
    want = path.read_text(encoding="utf-8").splitlines()
    with Trace(TRACES / f"{path.parent.name}.sqlite") as trace:
        got = printed(trace, path.stem).splitlines()
    for a, b in zip(got, want, strict=True):
        assert a == b.replace("None", "") or CUT in b
