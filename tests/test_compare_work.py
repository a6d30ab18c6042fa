"""compare: what few calls make of a mean, and sides that did different amounts of work."""

from comparing import MS, US, calls, compare, figure, told, trace
from tracebuilder import RUNTIME

GATES = ("--fail-if", "gpu_busy_union_s > +5%", "--fail-if", "gpu_busy_per_kernel_ns > +5%")


def findings(result: dict, word: str) -> list[str]:
    """Those that have a word."""
    return [text for text in result["findings"] if word in text]


def test_one_stray_call_is_not_every_call(tmp_path):
    """The median leads, and the longest is named."""
    lengths = [5 * US] * 20
    base = trace(tmp_path / "base.sqlite", *[MS] * 20, tables={RUNTIME: calls(*lengths)})
    new = trace(tmp_path / "new.sqlite", *[MS] * 20, tables={RUNTIME: calls(*lengths[1:], 3 * MS)})
    result = told(base, new)
    assert findings(result, "cudaLaunchKernel") == [
        "The host: cudaLaunchKernel: median 5.00 us, was 5.00 us; the longest, 3.00 ms, was 5.00 us, makes most of "
        "the difference; mean 155 us, was 5.00 us: over 20 of them 3.00 ms more"
    ]
    assert figure(result, "api", "cudaLaunchKernel", "max_ns")["new"] == 3 * MS
    assert told(base, new, "api.cudaLaunchKernel.median_s > +5%")["verdict"] == "pass"


def test_all_calls_that_are_longer_are_told_by_their_mean(tmp_path):
    """Mean and median say the same: the mean is enough."""
    base = trace(tmp_path / "base.sqlite", *[MS] * 20, tables={RUNTIME: calls(*[5 * US] * 20)})
    new = trace(tmp_path / "new.sqlite", *[MS] * 20, tables={RUNTIME: calls(*[9 * US] * 20)})
    assert findings(told(base, new), "cudaLaunchKernel") == [
        "The host: cudaLaunchKernel takes 9.00 us each, was 5.00 us (+80.0%): over 20 of them 80.0 us more"
    ]


def test_a_long_one_on_both_sides_makes_no_difference(tmp_path):
    """A kernel that always had one long run, and whose others grew: the longest is told, and not blamed."""
    base = trace(tmp_path / "base.sqlite", *[MS] * 5, *[2 * MS] * 4, 90 * MS)
    new = trace(tmp_path / "new.sqlite", *[MS] * 6, *[8 * MS] * 3, 90 * MS)
    (finding,) = findings(told(base, new), "gemm")
    assert "median 1.00 ms, was 1.50 ms; the longest, 90.0 ms, was 90.0 ms; mean" in finding


def test_medians_are_of_all_gpus_and_of_copies(tmp_path):
    """Kernels and copies have them, once for all GPUs together; the middle of two is their mean."""
    result = told(trace(tmp_path / "base.sqlite", MS, 3 * MS), trace(tmp_path / "new.sqlite", MS, MS, 5 * MS))
    assert (
        figure(result, "kernels", "gemm", "median_ns")["base"],
        figure(result, "kernels", "gemm", "median_ns")["new"],
    ) == (2 * MS, MS)
    assert figure(result, "copies", "[CUDA memcpy Host-to-Device]", "median_ns")["new"] == US
    assert not [
        row for row in result["figures"]["kernels"] if row["figure"] == "median_ns" and row["gpu_id"] == 0
    ]


def test_different_amounts_of_work_are_told(tmp_path):
    """A capture of fixed length in which each kernel is slower: busy shrank, and that is no improvement."""
    base = trace(tmp_path / "base.sqlite", *[MS] * 20)
    new = trace(tmp_path / "new.sqlite", *[MS + 60 * US] * 17)
    words = "NEW ran 15.0 % fewer kernels: totals are of different amounts of work"
    xml, page, text = tmp_path / "gates.xml", tmp_path / "page.html", tmp_path / "a.md"
    done = compare(base, new, *GATES, "--junit", xml, "--markdown", text)
    assert done.code == 1 and f"fail: 1 of 2 gates failed; {words}" in done.stderr
    assert f"Verdict: fail: 1 of 2 gates failed; {words}" in " ".join(done.stdout.split())
    assert done.stdout.count("totals of different amounts of work") == 1, "of the gate on a total only"
    assert words in xml.read_text() and words in text.read_text()
    assert "busy per kernel" in done.stdout and "span per kernel" in done.stdout
    done = compare(base, new, *GATES[:2])
    assert (done.code, done.stderr) == (0, f"nsys-duck: note: {words}\n")
    compare(base, new, "-o", page)
    assert words in page.read_text()


def test_nearly_the_same_work_needs_no_reservation(tmp_path):
    """Three in a hundred are not spoken of."""
    result = told(trace(tmp_path / "base.sqlite", *[MS] * 40), trace(tmp_path / "new.sqlite", *[MS] * 39))
    assert result["different_work"] is None
    assert figure(result, "summary", "", "gpu_busy_per_kernel_ns")["base"] == MS + 25
