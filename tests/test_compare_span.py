"""compare: what makes the change of the span, and what is said of it."""

import pytest
from asking import SHARED
from comparing import MS, US, figure, kernels, told, trace
from tracebuilder import GRAPH, KERNEL, MEMCPY, at


@pytest.fixture
def pair(tmp_path):
    """Three kernels of 1 ms; then the last takes 3 ms."""
    return trace(tmp_path / "base.sqlite", MS, MS, MS), trace(tmp_path / "new.sqlite", MS, MS, 3 * MS)


def parts(result: dict, gpu: int = 0) -> dict:
    return {
        (row["kind"], row["name"]): row["difference_ns"]
        for row in result["span_explained"]
        if row["gpu_id"] == gpu
    }


def test_the_parts_add_up_to_the_change_of_the_span(pair):
    """Busy time by kernel and copy, idle time by cause, nothing twice and nothing left."""
    found = parts(told(*pair))
    assert found[("span", "")] == found[("kernels", "gemm")] == 2 * MS
    assert sum(found.values()) == 2 * found[("span", "")]
    assert found[("rounding", "left unexplained")] == 0


def test_work_at_once_is_shared(tmp_path):
    """Two kernels at once have half of that time each: sums of kernels exceed the span, shares do not."""
    both = [*kernels(6 * US), *kernels(4 * US, name=2, streamId=2)]
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: both, MEMCPY: []})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(6 * US), MEMCPY: []})
    result = told(base, new)
    assert [figure(result, "kernels", "gemm", "share_ns", 0)[side] for side in ("base", "new")] == [
        4000,
        6000,
    ]
    assert figure(result, "kernels", "softmax", "share_ns", 0)["base"] == 2000
    assert parts(result)[("span", "")] == 0
    assert parts(result)[("kernels", "softmax")] == -2000


def test_shares_of_three_are_rounded_and_told(tmp_path):
    """A third of a nanosecond is not lost without a word: it is left unexplained."""
    three = [at(0, 10, shortName=n, demangledName=n, streamId=n) for n in (1, 2, 4)]
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: three, MEMCPY: []})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(10), MEMCPY: []})
    found = parts(told(base, new))
    assert found[("rounding", "left unexplained")] == -1
    assert sum(found.values()) == 2 * found[("span", "")]


def test_number_and_length_part(tmp_path):
    """More kernels, and longer ones, are told apart."""
    base = trace(tmp_path / "base.sqlite", MS, MS)
    new = trace(tmp_path / "new.sqlite", *([1.5 * MS] * 3), gap=10 * US)
    (row,) = (r for r in told(base, new)["span_explained"] if r["name"] == "gemm")
    assert (row["difference_ns"], row["by_count_ns"], row["by_length_ns"]) == (2.5 * MS, MS, 1.5 * MS)


def test_new_vanished_and_renamed_kernels(tmp_path):
    """A vanished and a new kernel of one launch shape and nearly one count are taken for one."""
    alone = kernels(MS, name=2, gridX=99)
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: [*kernels(MS, MS), *alone]})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(MS, 2 * MS, name=4)})
    fates = told(base, new)["kernel_fates"]
    assert [(row["fate"], row["base_name"], row["new_name"]) for row in fates] == [
        ("renamed", "gemm", "gemm_v2"),
        ("vanished", "softmax", None),
    ]
    assert (fates[0]["base_ns"], fates[0]["new_ns"], fates[0]["shape"]) == (
        2 * MS,
        3 * MS,
        "8x1x1 of 256x1x1",
    )


REAL = SHARED / "traces"


@pytest.mark.skipif(not REAL.is_dir(), reason="no real traces here")
def test_two_runs_with_nccl_tell_what_changed():
    """The same program: kernels as fast as before, the host slower at launching them, GPUs idle for it."""
    base, new = (REAL / f"nccl_2gpu_{when}_2026_2.sqlite" for when in ("before", "after"))
    result = told(base, new, top=10)
    said = "\n".join(result["findings"])
    assert "GPU 0: span 300 ms -> 299 ms (-0.2%): busy 274 ms -> 240 ms, idle 26.0 ms -> 59.1 ms" in said
    assert "423 fewer kernels (4,010 -> 3,587, -10.5%)" in said
    assert "GPU 0 idle, since the launch came too late: 22.1 ms -> 56.6 ms" in said
    assert "cudaLaunchKernel takes 10.9 us each, was 7.76 us (+40.4%)" in said
    assert "GPU 1: communication that no computation hides 8.23 ms -> 23.8 ms" in said
    assert "flash" not in said, "it takes as long as before"
    for gpu in (0, 1):
        found = parts(result, gpu)
        assert sum(found.values()) == 2 * found[("span", "")]
        assert abs(found[("rounding", "left unexplained")]) < 50


@pytest.mark.skipif(not REAL.is_dir(), reason="no real traces here")
def test_runs_with_other_data():
    """What one run did not capture is not called a change."""
    result = told(REAL / "pytorch_a100_2024_6.sqlite", REAL / "pytorch_a100_clean_2024_6.sqlite", top=5)
    assert result["verdict"] == "compared"
    found = parts(result)
    assert sum(found.values()) == 2 * found[("span", "")]


def test_graphs_traced_otherwise_are_told(tmp_path):
    """Kernels inside a graph that was traced as a whole are not in the export."""
    base = trace(
        tmp_path / "base.sqlite", tables={KERNEL: [{**row, "graphNodeId": 7} for row in kernels(MS, MS)]}
    )
    new = trace(tmp_path / "new.sqlite", MS, tables={GRAPH: [at(2 * MS, 3 * MS, graphId=1)]})
    result = told(base, new)
    assert not any("Kernels launched by CUDA graphs" in text for text in result["findings"])
    assert any("NEW has 1 graph launch traced as a whole" in text for text in result["findings"])
    assert any("traced as a whole in some" in note for note in result["notes"])


def test_smaller_parts_are_one_row(tmp_path):
    """What is shown adds up, however little is shown."""
    both = [*kernels(MS), *[{**row, "start": row["start"] + 2 * MS, "end": row["end"] + 2 * MS} for row in
                            kernels(MS, name=2)]]  # fmt: skip
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: both})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: [{**row, "end": row["end"] + 5} for row in both]})
    result = told(base, new, top=1)
    kinds = [row["kind"] for row in result["span_explained"]]
    assert kinds[0] == "span" and kinds[2:] == ["others", "rounding"]
    assert sum(parts(result).values()) == 2 * parts(result)[("span", "")]
