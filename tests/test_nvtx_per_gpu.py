"""per_gpu of the NVTX reports: each GPU's rows are those of a run that is restricted to it."""

import pytest
from asking import SHARED

from nsys_duck import demo
from nsys_duck.trace.trace import Trace

REAL = sorted((SHARED / "traces").glob("nccl_2gpu_*.sqlite")) + sorted(
    (SHARED / "traces").glob("*two*.sqlite")
)


@pytest.fixture(scope="module")
def demo_trace(tmp_path_factory):
    """The demo trace, which has two GPUs."""
    path = tmp_path_factory.mktemp("demo") / "demo.sqlite"
    demo.write_demo(path)
    return path


def rows(trace, report: str, **values) -> set[tuple]:
    """What a report says of ranges and GPUs; the last column is the GPU."""
    return {row[:-1] for row in trace.report(report, **values).rows}


def agree(path, report: str) -> int:
    """Compare each GPU's rows; the number of GPUs."""
    with Trace(path) as trace:
        every = trace.report(report, per_gpu=True).rows
    gpus = {row[-1] for row in every}
    for gpu in gpus:
        with Trace(path) as trace:
            trace.restrict_to_gpu(gpu)
            assert rows(trace, report) == {row[:-1] for row in every if row[-1] == gpu}
    return len(gpus)


@pytest.mark.parametrize("report", ["nvtx_summary", "nvtx_tree"])
def test_rows_of_a_gpu_are_those_of_a_run_on_it(demo_trace, report):
    """Every figure, of GPUs that worked for the same ranges at different times."""
    assert agree(demo_trace, report) == 2


@pytest.mark.parametrize("report", ["nvtx_summary", "nvtx_tree"])
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_also_in_real_exports(path, report):
    """Exports of two GPUs, where they are."""
    assert agree(path, report) == 2
