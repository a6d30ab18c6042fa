"""A restriction chooses rows and cuts times; it changes no other fact of a row.

Every public view in a window, or of one GPU, against its rows of the whole capture, restricted here in plain Python.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from asking import SHARED
from tracebuilder import write_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.demo import write_demo
from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace

WINDOW = (150_000_000, 420_000_000)
ALL = (-(2**60), 2**60)
# Of what a window cuts, other columns say how long the part inside is.
LENGTHS = {"duration_ns", "self_ns", "gpu_overlap_ns", "launched_busy_ns", "launched_span_ns", "blocked_ns"}
# What the work inside the window is, of the range that launched it.
WORK = {"first_gpu_ns", "last_gpu_ns", "op_count", "kernel_count", "api_duration_ns"}
# Relations of what runs at one time, of all GPUs or of the whole window: their rows are not those of the whole.
# Every figure of a row is of the part of the step inside, as the header says.
OTHERS = {"step_budget", "nvtx_gpu"}
# Bins divide the span of the run's own work.
BINNED = {"gpu_utilization_over_time", "dispatch_over_time"}
VIEWS = sorted(
    name
    for name, file in catalog().items()
    if file.kind == "view" and file.is_public and {"start_ns", "end_ns"} <= {c.name for c in file.columns}
)
TRACES = [None, *sorted((SHARED / "traces").glob("*.sqlite"))]


class Opened:
    """A trace opened once for each restriction that tests ask for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open: dict[object, Trace] = {}

    def at(self, *, gpu: int | None = None, window: tuple[int, int] | None = None) -> Trace:
        """The trace, restricted to one GPU or to a window."""
        if (gpu, window) not in self._open:
            trace = self._open[gpu, window] = Trace(self.path)
            if gpu is not None:
                trace.restrict_to_gpu(gpu)
            if window:
                trace.restrict_to_window(*window)
        return self._open[gpu, window]

    def gpus(self) -> list[int]:
        """The first two GPUs of the trace."""
        return [row[0] for row in self.at().report("gpu_ids").rows[:2]]

    def close(self) -> None:
        """Let go of all."""
        for trace in self._open.values():
            trace.close()


@pytest.fixture(scope="module", params=TRACES, ids=lambda path: path.stem if path else "demo")
def opened(request, tmp_path_factory) -> Iterator[Opened]:
    """The demo trace, and real exports where there are any."""
    path = request.param or tmp_path_factory.mktemp("demo") / "demo.sqlite"
    if not request.param:
        write_demo(path)
    found = Opened(path)
    yield found
    found.close()


def rows(trace: Trace, name: str) -> list[dict]:
    """The rows of a view as objects."""
    found = trace.answer(f"FROM {name}")
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def window_of(trace: Trace) -> tuple[int, int]:
    """The middle third of the time in which the GPUs work; of the demo one that cuts gaps and ranges."""
    ((start, end),) = trace.report("device_span").rows
    if start is None:
        return WINDOW
    return start + (end - start) // 3, start + 2 * (end - start) // 3 + 1


def inside(row: dict, window: tuple[int, int]) -> bool:
    """Whether the row overlaps the window; a mark, or a row of length 0, by its start."""
    start, end = row["start_ns"], row["end_ns"]
    if start is None:
        return False
    is_begun = start < window[1]
    return is_begun and (start >= window[0] or (end is not None and end > window[0]))


def cut(row: dict, window: tuple[int, int]) -> tuple:
    """The row with its ends cut to the window, without what only says how long the part inside is."""
    start, end = max(row["start_ns"], window[0]), row["end_ns"] and min(row["end_ns"], window[1])
    facts = {k: v for k, v in row.items() if k not in LENGTHS | WORK | {"start_ns", "end_ns"}}
    return (start, end, *(repr(value) for value in facts.values()))


@pytest.mark.parametrize("name", [name for name in VIEWS if name not in OTHERS])
def test_a_window_chooses_rows_and_cuts_times(opened, name):
    """Each row has the facts that it has in the whole capture."""
    window = window_of(opened.at())
    whole = rows(opened.at(), name)
    found = rows(opened.at(window=window), name)
    kept = catalog()[name].window.startswith("keep")
    want = [cut(row, ALL if kept else window) for row in whole if inside(row, window)]
    assert sorted((cut(row, ALL) for row in found), key=repr) == sorted(want, key=repr)
    for row in found:
        if "duration_ns" in row and row["end_ns"] is not None:
            assert row["duration_ns"] == row["end_ns"] - row["start_ns"]


@pytest.mark.parametrize(
    "name", [name for name in VIEWS if "gpu_id" in {column.name for column in catalog()[name].columns}]
)
def test_a_gpu_chooses_rows(opened, name):
    """Each row of the GPU is as in the whole capture, in every column."""
    whole = rows(opened.at(), name)
    for gpu in opened.gpus():
        found = rows(opened.at(gpu=gpu), name)
        want = [row for row in whole if row["gpu_id"] == gpu]
        assert sorted(map(repr, found)) == sorted(map(repr, want)), gpu


REPORTS = sorted(
    name
    for name, file in catalog().items()
    if file.kind == "report" and file.is_public and not any(param.default is None for param in file.params)
)


@pytest.mark.parametrize("name", REPORTS)
def test_a_window_around_everything_changes_nothing(opened, name):
    """The rows of the report are those without a window, but for what is said of the window's length."""

    def asked(trace: Trace) -> list:
        try:
            found = trace.report(name)
        except NsysDuckError as error:
            return [str(error)]
        at = [place for place, column in enumerate(found.columns) if not column.startswith("window_")]
        return [[row[place] for place in at] for row in found.rows]

    assert asked(opened.at(window=ALL)) == asked(opened.at())


@pytest.mark.parametrize("name", REPORTS)
def test_a_gpu_has_its_rows_of_a_report(opened, name):
    """Where a report has rows per GPU, those of one are the same when only that one is asked for."""
    columns = [column.name for column in catalog()[name].columns]
    if name in BINNED or "gpu_id" not in columns or any(p.name == "rows" for p in catalog()[name].params):
        pytest.skip("has no rows per GPU, or counts rows over all")
    at = columns.index("gpu_id")
    whole = opened.at().report(name).rows
    for gpu in opened.gpus():
        found = opened.at(gpu=gpu).report(name).rows
        assert [row for row in found if row[at] == gpu] == [row for row in whole if row[at] == gpu]


def test_an_empty_window_is_wrong_usage(tmp_path):
    """Also in SQL: clipping to a window that ends before it begins gives no row."""
    path = write_trace(tmp_path / "trace.sqlite")
    with Trace(path) as trace:
        sql = "WITH a AS (SELECT 1 AS lane, 0::BIGINT AS start_ns, 10::BIGINT AS end_ns) FROM interval_clip('a', {})"
        assert trace.answer(sql.format("8, 3")).rows == []
        assert trace.answer(sql.format("3, 3")).rows == []
        assert len(trace.answer(sql.format("3, 8")).rows) == 1
