"""Real exports of many nsys versions, against plain Python, nsys's own figures, and small cases."""

import csv
import importlib.util
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable

import pytest
from asking import COMMAND, SHARED, told
from plainly import summary
from tracebuilder import KERNEL, NAMES, PLAIN, write_trace

TRACES = sorted((SHARED / "traces").glob("*.sqlite"))
EXPECTED = SHARED / "traces" / "expected"
PRINTED = sorted([*EXPECTED.glob("*/cuda_api_sum.csv"), *EXPECTED.glob("*/cuda_gpu_kern_sum.csv")])
CASES = sorted((SHARED / "cases").glob("*.json"))
NONE = [pytest.param(None, id="none", marks=pytest.mark.skip(reason="no ../shared beside this checkout"))]


def ns(seconds: float | None) -> int | None:
    """Whole nanoseconds, which the number must be."""
    if seconds is None:
        return None
    whole = round(seconds * 1e9)
    assert seconds == whole / 1e9
    return whole


def listed(entries: Iterable) -> list[tuple[str, int, int]]:
    """(name, count, total in ns) of the entries of `api` or `top_kernels`."""
    return [(name, count, ns(total)) for name, (count, total) in entries]


@pytest.mark.parametrize("path", TRACES or NONE, ids=lambda path: path.stem)
def test_real_trace_agrees_with_plain_python(path):
    """Every figure and every order, for all names."""
    want = summary(path)
    got, warnings = told(path, top=0)
    assert (ns(got["gpu_activity_span_s"]), ns(got["gpu_busy_union_s"])) == (want["span"], want["busy"])
    assert ns(got["gpu_idle_within_span_s"]) == want["span"] - want["busy"]
    assert (got["kernel_count"], got["graph_node_kernel_count"]) == (want["kernels"], want["nodes"])
    assert listed(got["api"].items()) == want["api"]
    assert listed(got["top_kernels"]) == want["top_kernels"]
    assert [
        (text, row["count"], ns(row["sum_s"]), ns(row["union_s"]), ns(row["gpu_overlap_s"]))
        for text, row in got["nvtx"].items()
    ] == want["nvtx"]
    assert [(event["start_ns"], event["name"]) for event in got["dispatch_timeline"]] == want["dispatch"]
    assert not [line for line in warnings if "do not fit" in line]


@pytest.mark.parametrize("path", PRINTED or NONE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_real_trace_agrees_with_nsys(path):
    """What nsys prints of API calls per name; of kernels in all, as its names are the full ones."""
    with path.open(encoding="utf-8", newline="") as file:
        want = [(int(total), int(count), name) for _, total, count, *_, name in list(csv.reader(file))[1:]]
    got = told(SHARED / "traces" / f"{path.parent.name}.sqlite", top=0)[0]
    if path.stem == "cuda_api_sum":
        found = defaultdict(lambda: [0, 0])
        for name, count, total in listed(got["api"].items()):
            entry = found[re.sub(r"_v\d{4}$", "", name)]  # nsys cuts these, and only of four digits
            entry[0] += total
            entry[1] += count
        assert sorted((*entry, name) for name, entry in found.items()) == sorted(want)
    else:
        rows = listed(got["top_kernels"])
        assert sum(total for *_, total in rows) == sum(total for total, *_ in want)
        assert sum(count for _, count, _ in rows) == sum(count for _, count, _ in want) == got["kernel_count"]


def small_cases() -> list:
    """Every case of ../shared/cases under its name."""
    return [pytest.param(case, id=case["name"]) for path in CASES for case in json.loads(path.read_text())]


@pytest.mark.parametrize("case", small_cases() or NONE)
def test_small_case(case):
    """The small cases, by their own runner, against the installed command."""
    spec = importlib.util.spec_from_file_location("cases_run", SHARED / "cases" / "run.py")
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    assert runner.run_case(case, [COMMAND]) == []


def test_plain_python_sees_a_difference(tmp_path):
    """The comparison is not blind: it tells a row more."""
    path = write_trace(tmp_path / "trace.sqlite", PLAIN, strings=NAMES)
    before = summary(path)
    db = sqlite3.connect(path)
    db.execute(f'INSERT INTO {KERNEL} (start, "end", shortName) VALUES (60, 61, 1)')
    db.commit()
    db.close()
    after = summary(path)
    assert (before["busy"], after["busy"], before["span"], after["span"]) == (46, 47, 50, 61)
