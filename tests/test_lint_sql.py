"""`make lint` fails on SQL that does not parse."""

from dataclasses import replace

from nsys_duck.catalog.files import catalog
from nsys_duck.trace.trace import Trace
from tools.lint_sql import faults


def test_what_does_not_parse_is_reported(trace):
    """With its file; what parses is not."""
    right = catalog()["gpu_busy"]
    wrong = [replace(right, body="SELECT a FROM b WHER c"), replace(right, body="SELECT 1; SELECT 2")]
    with Trace(trace) as opened:
        assert list(faults(opened, [right])) == []
        found = list(faults(opened, wrong))
    assert len(found) == 2
    assert all(line.startswith(f"{right.path}: ") for line in found)
