"""No rows is not the same as not captured: each report says which, and how to record the rest."""

import pytest
from asking import run
from tracebuilder import KERNEL, MEMCPY, RUNTIME, at, write_trace

GPU_FAULTS = "CUDA_UM_GPU_PAGE_FAULT_EVENTS"


@pytest.fixture
def moved(tmp_path):
    """Pages that moved, no faults recorded."""
    moves = [at(0, 100, bytes=2000, copyKind=11, virtualAddress=4096)]
    return write_trace(tmp_path / "moved.sqlite", {KERNEL: [at(0, 10)], MEMCPY: moves})


@pytest.fixture
def copied(tmp_path):
    """A copy that is no migration."""
    return write_trace(tmp_path / "copied.sqlite", {MEMCPY: [at(0, 100, bytes=2000, copyKind=1)]})


@pytest.mark.parametrize("name", ["um_sum", "um_total_sum"])
def test_moves_without_faults(moved, name):
    """What moved is told, and that faults were not recorded."""
    done = run("report", name, moved, "--format", "json")
    assert done.code == 0 and done.json[0]["htod_bytes"] == 2000 and done.json[0]["cpu_faults"] is None
    done = run("report", name, moved, "--format", "table")
    assert "not in the export: CUDA Unified Memory CPU page faults data" in done.stderr
    assert "--cuda-um-cpu-page-faults=true" in done.stderr


@pytest.mark.parametrize("name", ["um_sum", "um_total_sum", "um_cpu_page_faults_sum"])
def test_neither_moves_nor_faults(copied, name):
    """An ordinary copy does not make managed memory a subject."""
    done = run("report", name, copied)
    assert done.code == 1 and "CPU page faults" in done.stderr
    assert (
        f"({name}: --trace=cuda --cuda-um-cpu-page-faults" in run("stats", copied, "--format", "csv").stderr
    )


def test_faults_of_the_other_side(tmp_path):
    """Faults of the GPU do not make a report of those of the CPU."""
    faults = [at(0, 9, address=4096, numberOfPageFaults=3)]
    trace = write_trace(tmp_path / "t.sqlite", {KERNEL: [at(0, 10)], GPU_FAULTS: faults})
    done = run("report", "um_cpu_page_faults_sum", trace)
    assert done.code == 1 and "GPU page faults" not in done.stderr
    assert run("report", "um_sum", trace, "--format", "json").json[0]["gpu_faults"] == 3


def test_kernels_without_calls(tmp_path):
    """Queue times need both sides of a launch."""
    done = run("report", "launch_latency", write_trace(tmp_path / "k.sqlite", {KERNEL: [at(0, 10)]}))
    assert done.code == 1 and "CUDA trace" in done.stderr
    done = run("report", "launch_latency", write_trace(tmp_path / "c.sqlite", {RUNTIME: [at(0, 10)]}))
    assert done.code == 1 and "CUDA kernel" in done.stderr


def test_samples_without_stacks_are_samples(tmp_path):
    """And stacks without samples are none."""
    stacks = [{"id": 1, "symbol": 1, "module": 1, "stackDepth": 0}]
    trace = write_trace(tmp_path / "t.sqlite", {KERNEL: [at(0, 10)], "SAMPLING_CALLCHAINS": stacks})
    done = run("report", "cpu_hotspots", trace)
    assert done.code == 1 and "CPU sampling" in done.stderr


def test_no_rows_and_why_that_may_be(copied):
    """No row, and which of the data that make rows the export lacks."""
    done = run("report", "cuda_graph_summary", copied, "--format", "table")
    assert done.code == 0 and "no rows" in done.stderr
    assert "not in the export: CUDA graph data (--trace=cuda --cuda-graph-trace=graph)" in done.stderr
    assert "not in the export: CUDA memory transfers" not in done.stderr
