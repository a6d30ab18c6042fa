"""Device work in the summary: what counts, how long, which GPU, and what was not captured."""

import pytest
from asking import gpu_ns, summarize, summary_of, told
from tracebuilder import (
    DECOMPRESS,
    GRAPH,
    KERNEL,
    MEMCPY,
    MEMSET,
    NVTX,
    RUNTIME,
    SYNC,
    at,
    push,
)

TABLES_OF_WORK = (KERNEL, MEMCPY, MEMSET, GRAPH, DECOMPRESS)
NO_WORK = (
    SYNC,
    RUNTIME,
    "CUPTI_ACTIVITY_KIND_OVERHEAD",
    "PROFILER_OVERHEAD",
    "CUDA_GRAPH_EVENTS",
    "CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH",
    "CUDA_UM_GPU_PAGE_FAULT_EVENTS",
    "CUBLAS_EVENTS",
)


@pytest.mark.parametrize("table", TABLES_OF_WORK)
def test_table_is_device_work(lay_out, table):
    """Kernels, copies, memsets, whole graphs and decompressions fill the span and the busy time."""
    path = lay_out({KERNEL: [at(0, 10)], table: [at(20, 25), at(0, 10)]})
    assert gpu_ns(summary_of(path)) == (25, 15, 10)


@pytest.mark.parametrize("table", NO_WORK)
def test_table_is_no_device_work(lay_out, table):
    """Synchronisation, calls and faults are not the GPU at work, and alone they say nothing of it."""
    assert gpu_ns(summary_of(lay_out({KERNEL: [at(0, 10)], table: [at(0, 1000)]}))) == (10, 10, 0)
    assert gpu_ns(summary_of(lay_out({table: [at(0, 1000)]}, name="alone.sqlite"))) == (None, None, None)


@pytest.mark.parametrize(
    ("times", "figures"),
    [
        ([(0, 100), (0, 100)], (100, 100, 0)),
        ([(0, 10), (10, 20), (12, 15), (12, 15), (30, 31)], (31, 21, 10)),
        ([(0, 1000), (10, 20), (30, 40), (990, 1010), (1020, 1030)], (1030, 1020, 10)),
        ([(-50, 50)], (100, 100, 0)),
        ([(-50, 0), (5, 6)], (56, 51, 5)),
        ([(5, 5)], (0, 0, 0)),
        ([(0, 10), (100, 100)], (100, 10, 90)),
        ([(1767225600000000001, 1767225600000000004), (1767225600000000009, 1767225600000000010)], (9, 4, 5)),
    ],
)
def test_span_busy_idle(lay_out, times, figures):
    """Span is last end minus first start, busy the union, idle what is left, exact at any scale."""
    path = lay_out({KERNEL: [at(start, end, streamId=i) for i, (start, end) in enumerate(times)]}, shuffle=2)
    summary = summary_of(path)
    assert gpu_ns(summary) == figures
    assert summary["kernel_count"] == len(times)


def test_all_devices_together(lay_out):
    """The headline is one union over the devices of all processes."""
    kernels = [at(0, 10), at(5, 20, deviceId=1), at(30, 40, globalPid=2 << 24)]
    assert gpu_ns(summary_of(lay_out({KERNEL: kernels}))) == (40, 30, 10)


def test_sums_are_whole_nanoseconds(lay_out):
    """A sum of many nanoseconds above 2**53 is exact: it is divided once, at the end."""
    start = 1 << 60
    kernels = [at(start + 3 * i, start + 3 * i + 1) for i in range(1001)]
    long = [at(0, (1 << 53) + 1, shortName=2), at(0, 2, shortName=2)]
    summary = summary_of(lay_out({KERNEL: kernels + long}, strings={1: "k", 2: "long"}))
    assert dict(summary["top_kernels"]) == {
        "long": [2, ((1 << 53) + 3) / 1e9],
        "k": [1001, 1.001e-06],
    }


def test_untimed_rows(lay_out):
    """NULL, end before start and 0 twice: counted, in no time, and their number is told."""
    kernels = [at(0, 0), at(5_000_000_000, 5_000_000_010), at(7, 3), at(8, None), at(None, None), at(None, 4)]
    calls = [at(0, 0), at(3, 7), at(9, 2)]
    path = lay_out({KERNEL: kernels, MEMCPY: [at(0, 0), at(1, None)], RUNTIME: calls})
    done = summarize(path)
    assert gpu_ns(done.json) == (10, 10, 0)
    assert done.json["kernel_count"] == 6
    assert done.json["top_kernels"] == [["k", [6, 1e-08]]]
    assert done.json["api"] == {"k": [3, 4e-09]}
    told = [line.partition("warning: ")[2].split()[:2] for line in done.stderr.splitlines()]
    assert ["5", "kernels"] in told
    assert ["2", "API"] in told
    assert [count for count, what in told if what not in ("kernels", "API")] == ["2"]
    assert done.stderr.count("without usable times") == 3


def test_nothing_to_tell_is_told_by_silence(lay_out):
    """A clean trace leaves standard error empty."""
    done = summarize(lay_out({KERNEL: [at(0, 10)], RUNTIME: [at(0, 3)], NVTX: [push(0, 5, "f")]}))
    assert (done.code, done.stderr) == (0, "")


def test_zero_at_one_end_is_a_time(lay_out):
    """Only 0 for both times is missing: a kernel may begin or end at the session's zero."""
    assert gpu_ns(summary_of(lay_out({KERNEL: [at(-5, 0), at(0, 7)]}))) == (12, 12, 0)


@pytest.mark.parametrize(
    ("tables", "times", "counts", "absent"),
    [
        ({}, (None,) * 3, (None, None), [KERNEL, RUNTIME, NVTX]),
        ({NVTX: [push(0, 4, "f")]}, (None,) * 3, (None, None), [KERNEL, RUNTIME]),
        ({KERNEL: [], RUNTIME: [], NVTX: []}, (0, 0, 0), (0, 0), None),
        ({MEMCPY: [at(0, 4)]}, (4, 4, 0), (None, None), [KERNEL, RUNTIME, NVTX]),
        ({GRAPH: [], RUNTIME: []}, (0, 0, 0), (None, None), [KERNEL, NVTX]),
        ({KERNEL: [at(0, 0)], RUNTIME: [], NVTX: []}, (0, 0, 0), (1, 0), None),
    ],
)
def test_not_captured_is_not_zero(lay_out, tables, times, counts, absent):
    """No table is null, an empty table is 0, and `absent` names which of the three are missing."""
    summary = summary_of(lay_out(tables))
    assert gpu_ns(summary) == times
    assert (summary["kernel_count"], summary["graph_node_kernel_count"]) == counts
    assert sorted(summary.get("absent", [])) == sorted(absent or [])
    assert ("absent" in summary) == bool(absent)
    if tables.get(NVTX):
        assert summary["nvtx"]["f"]["gpu_overlap_s"] is None


def test_graph_nodes(lay_out):
    """A graphNodeId of NULL or 0 is no node of a graph."""
    kernels = [at(0, 1, graphNodeId=5), at(1, 2, graphNodeId=0), at(2, 3), at(3, 4, graphNodeId=1 << 34)]
    assert summary_of(lay_out({KERNEL: kernels}))["graph_node_kernel_count"] == 2
    old = lay_out({KERNEL: [at(0, 1)]}, drop={KERNEL: ("graphNodeId",)}, name="old.sqlite")
    assert summary_of(old)["graph_node_kernel_count"] == 0


LAUNCHES = {
    2: "cudaLaunchKernel_v7000",
    3: "cuLaunchKernelEx",
    4: "cudaGraphLaunch_v10000",
    5: "cudaMalloc_v3020",
}


@pytest.mark.parametrize(
    ("calls", "tables", "warned"),
    [
        ([2], {}, True),
        ([3], {KERNEL: []}, True),
        ([4], {}, True),
        ([4], {GRAPH: [at(0, 5)]}, False),
        ([4], {GRAPH: []}, True),
        ([4, 2], {GRAPH: [at(0, 5)]}, True),
        ([5], {}, False),
        ([2], {KERNEL: [at(0, 1)]}, False),
    ],
)
def test_launches_without_kernels(lay_out, calls, tables, warned):
    """Launch calls and no kernel draw a warning, unless they are graphs that were traced whole."""
    path = lay_out(
        {RUNTIME: [at(i, i + 1, nameId=name) for i, name in enumerate(calls)], **tables},
        strings={1: "k", **LAUNCHES},
    )
    lines = [line for line in told(path)[1] if "kernels were not captured" in line]
    assert len(lines) == warned
