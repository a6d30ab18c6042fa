"""What launched an operation is decided in the whole capture, and the window chooses by the operation."""

import pytest
from tracebuilder import KERNEL, MEMCPY, NVTX, RUNTIME, SYNC, at, push

from nsys_duck.errors import UsageError
from nsys_duck.output.units import require_order
from nsys_duck.trace.trace import Trace

LAUNCH, COPY, WAIT = 1, 2, 3
NAMES = {1: "cudaLaunchKernel_v7000", 2: "cudaMemcpyAsync_v3020", 3: "cudaStreamSynchronize_v3020"}
WINDOW = (4000, 9000)


def call(start: int, end: int, name: int, correlation: int) -> dict:
    """A call of the only thread."""
    return at(start, end, nameId=name, correlationId=correlation, eventClass=0)


@pytest.fixture
def late(lay_out):
    """Kernel 1 was launched in "a" inside "step", kernel 2 in "b"; "a" and all calls end before the window."""
    return lay_out(
        {
            NVTX: [
                push(0, 10_000, "step"),
                push(100, 200, "a"),
                push(300, 6_000, "b"),
                push(9_500, 9_600, "end"),
            ],
            RUNTIME: [call(120, 130, LAUNCH, 1), call(310, 320, LAUNCH, 2)],
            KERNEL: [at(3_900, 4_100, correlationId=1), at(5_200, 5_300, correlationId=2)],
        },
        strings=NAMES,
    )


@pytest.fixture
def windowed(late):
    """That trace in the window from 4,000 to 9,000."""
    with Trace(late) as trace:
        trace.restrict_to_window(*WINDOW)
        yield trace


def test_pairs_of_ranges_and_kernels(windowed):
    """The range "a" is gone when its kernel runs, and launched it still."""
    rows = windowed.answer(
        "SELECT range_name, kernel_id, start_ns, end_ns FROM nvtx_kernels ORDER BY ALL"
    ).rows
    assert rows == [
        ("a", 1, 4_000, 4_100),
        ("b", 2, 5_200, 5_300),
        ("step", 1, 4_000, 4_100),
        ("step", 2, 5_200, 5_300),
    ]


def test_kernels_by_range(windowed):
    """nvtx_kern_sum has both kernels in "step", and none without a range."""
    found = windowed.report("nvtx_kern_sum")
    at_ = [found.columns.index(name) for name in ("range_name", "kernels", "total_ns")]
    assert sorted(tuple(row[place] for place in at_) for row in found.rows) == [
        (":a", 1, 100),
        (":b", 1, 100),
        (":step", 2, 200),
    ]


def test_projections(windowed):
    """The projection is of the work inside the window; the range's own times are not cut."""
    found = windowed.report("nvtx_gpu_proj_trace")
    columns = (
        "range_name",
        "proj_start_ns",
        "proj_duration_ns",
        "orig_start_ns",
        "orig_duration_ns",
        "op_count",
    )
    at_ = [found.columns.index(name) for name in columns]
    assert sorted(tuple(row[place] for place in at_) for row in found.rows) == [
        (":a", 4_000, 100, 100, 100, 1),
        (":b", 5_200, 100, 300, 5_700, 1),
        (":step", 4_000, 1_300, 0, 10_000, 2),
    ]


def test_kernels_with_their_calls(late, windowed):
    """cuda_kern_exec_trace has the kernels of the window with the calls before it, as in the whole capture."""
    with Trace(late) as trace:
        whole = trace.report("cuda_kern_exec_trace").rows
    assert len(whole) == 2
    assert windowed.report("cuda_kern_exec_trace").rows == whole


def test_a_kernel_is_named_after_the_range_that_launched_it(windowed):
    """With nvtx_name the name does not depend on which ranges the window has."""
    found = windowed.report("cuda_gpu_trace", nvtx_name=True)
    names = [row[found.columns.index("name")] for row in found.rows]
    assert [name.split("/")[0] for name in names] == ["a", "b"]


def test_what_a_call_waited_for_does_not_depend_on_the_gpu(lay_out):
    """The record of a wait may be of another GPU than the gap: it names the stream all the same."""
    path = lay_out(
        {
            RUNTIME: [
                call(0, 10, LAUNCH, 1),
                call(15, 25, LAUNCH, 2),
                call(100, 3_000, WAIT, 3),
                call(3_100, 3_200, LAUNCH, 4),
            ],
            KERNEL: [
                at(20, 1_000, deviceId=0, contextId=1, streamId=7, correlationId=1),
                at(30, 2_900, deviceId=1, contextId=2, streamId=7, correlationId=2),
                at(3_300, 3_400, deviceId=0, contextId=1, streamId=7, correlationId=4),
            ],
            MEMCPY: [at(40, 2_950, deviceId=1, contextId=2, streamId=8, correlationId=9)],
            SYNC: [at(110, 2_990, deviceId=1, contextId=2, streamId=7, correlationId=3, syncType=3)],
        },
        strings=NAMES,
    )
    sql = "SELECT start_ns, waited_for_kind, waited_for_id FROM idle_parts WHERE gpu_id = 0 ORDER BY start_ns"
    with Trace(path) as trace:
        whole = trace.answer(sql).rows
        assert whole[0] == (1_000, "kernel", 2)
    with Trace(path) as trace:
        trace.restrict_to_gpu(0)
        assert trace.answer(sql).rows == whole


def test_an_open_range_ends_with_the_window(lay_out):
    """It lasts until the last event of the whole capture, cut to the window."""
    path = lay_out({NVTX: [push(0, None, "open"), push(10, 20, "a"), push(500, 600, "b")]})
    with Trace(path) as trace:
        trace.restrict_to_window(0, 100)
        found = trace.report("nvtx_pushpop_trace")
    at_ = [found.columns.index(name) for name in ("range_name", "duration_ns")]
    assert sorted(tuple(row[place] for place in at_) for row in found.rows) == [(":a", 10), (":open", 100)]


@pytest.mark.parametrize(
    ("start", "end", "said"), [(5, 5, "the window is empty"), (8, 3, "before it begins")]
)
def test_a_window_without_time_is_wrong_usage(start, end, said):
    """One of length 0 and one that ends before it begins."""
    with pytest.raises(UsageError, match=said):
        require_order(start, end)
