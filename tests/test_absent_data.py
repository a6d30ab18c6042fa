"""No rows is not the same as not captured: each report says which, and how to record the rest."""

import pytest
from asking import run
from tracebuilder import GRAPH, KERNEL, MEMCPY, NVTX, RUNTIME, at, push, write_trace

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


def test_copies_that_did_not_happen(tmp_path):
    """Where CUDA was traced there is nothing to record again."""
    trace = write_trace(tmp_path / "t.sqlite", {KERNEL: [at(0, 10)], RUNTIME: [at(0, 1)]})
    done = run("report", "cuda_gpu_mem_size_sum", trace)
    assert done.code == 1 and "CUDA was traced, and there was none" in done.stderr
    assert "--trace=cuda" not in done.stderr
    skipped = run("stats", trace, "-r", "cuda_gpu_mem_size_sum", "--format", "csv").stderr
    assert "(cuda_gpu_mem_size_sum: CUDA was traced, and there was none)" in skipped
    assert "memory transfers" not in run("report", "gpu_gaps", trace, "--format", "table").stderr
    alone = write_trace(tmp_path / "n.sqlite", {NVTX: [push(0, 1, "a")]})
    assert "nsys profile --trace=cuda records it" in run("report", "cuda_gpu_mem_size_sum", alone).stderr


def test_kernels_of_graphs_that_were_traced_as_a_whole(tmp_path):
    """A report of kernels tells that it has not all, in every form; one of all work has their time."""
    trace = write_trace(
        tmp_path / "t.sqlite", {KERNEL: [at(0, 10)], GRAPH: [at(20, 10**9), at(10**9, 2 * 10**9)]}
    )
    told = "2 launches of CUDA graphs were traced as a whole: their kernels (2.000 s on the GPU)"
    for form in (["--format", "table"], ["--format", "csv"], ["--nsys-headers"]):
        assert told in run("report", "cuda_gpu_kern_sum", trace, *form).stderr
        assert "as a whole" not in run("report", "gpu_utilization", trace, "--format", "csv").stderr
    done = run("stats", trace, "-r", "cuda_gpu_kern_sum,cuda_gpu_sum", "--format", "csv")
    assert done.stderr.count(told) == 1
    assert run("stats", trace, "-r", "cuda_gpu_kern_sum", "--format", "table").stdout.count(told) == 1


def test_an_empty_result_is_told_in_every_form(copied):
    """Whoever reads CSV cannot tell a window without work from a trace without."""
    done = run("report", "cuda_gpu_mem_time_sum", copied, "--from", "1s", "--format", "csv")
    assert done.code == 0 and done.stdout.count("\n") == 1
    assert "no rows" in done.stderr and "device work runs from 0.000000000 s" in done.stderr
    assert "no rows" not in run("report", "cuda_gpu_mem_time_sum", copied, "--format", "csv").stderr


def test_stats_tell_of_values_that_do_not_fit(tmp_path):
    """They are met while reports run, and told with what was skipped."""
    trace = write_trace(tmp_path / "t.sqlite", {KERNEL: [at(0, 10), at("soon", 20)]})
    for form in ("csv", "table"):
        done = run("stats", trace, "-r", "cuda_gpu_kern_sum", "--format", form)
        assert done.code == 0 and done.stderr.count("some values do not fit") == 1
