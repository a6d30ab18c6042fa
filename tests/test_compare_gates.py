"""compare --fail-if: gates for CI that neither flake nor pass on nothing."""

from xml.etree import ElementTree

import pytest
from comparing import MS, US, compare, kernels, told, trace
from tracebuilder import KERNEL, MEMCPY

from nsys_duck.comparison.gates import parse
from nsys_duck.errors import UsageError

BUSY = "gpu_busy_union_s > +5% and > +50us"


def made(tmp_path, *lengths, name="new", **options):
    return trace(tmp_path / f"{name}.sqlite", *lengths, **options)


def test_a_regression_fails_and_says_so(tmp_path):
    """Busy time grew from 100 to 106: exit 1."""
    base, new = made(tmp_path, 100 * MS, name="base"), made(tmp_path, 106 * MS)
    done = compare(base, new, "--fail-if", "gpu_busy_union_s > +5%")
    assert (done.code, done.stderr) == (1, "nsys-duck: fail: the gate failed\n")
    assert compare(base, new, "--fail-if", "gpu_busy_union_s > +7%").code == 0
    assert compare(base, new, "--fail-if", "gpu_busy_union_s > +7%", "--fail-if", BUSY).code == 1


def test_small_times_do_not_trip_a_percentage(tmp_path):
    """5 us -> 6 us is +20% and under the floor of 50 us: passes; 100 ms -> 112 ms fails."""
    gate = "kernels[gemm].total_s > +10% and > +50us"
    small = told(made(tmp_path, 5 * US, name="a"), made(tmp_path, 6 * US, name="b"), gate)
    large = told(made(tmp_path, 100 * MS, name="c"), made(tmp_path, 112 * MS, name="d"), gate)
    assert [(r["verdict"], r["exit_status"]) for r in (small, large)] == [("pass", 0), ("fail", 1)]
    assert [term["holds"] for term in small["gates"][0]["terms"]] == [True, False]


def test_a_gate_on_nothing_has_no_verdict(tmp_path):
    """What a gate speaks of is missing on one side or both: exit 3, with what is missing; never green."""
    import sqlite3

    base, new = made(tmp_path, MS, name="base"), made(tmp_path, 2 * MS)
    with sqlite3.connect(new) as db:
        db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME")
    done = compare(base, new, "--fail-if", "api.cudaLaunchKernel.total_s > +5%")
    assert done.code == 3 and "NEW does not contain CUDA trace data" in done.stdout
    done = compare(base, new, "--fail-if", "cuda_api_sum.total_ns[cudaLaunchKernel] > +5%")
    assert done.code == 3 and "NEW does not contain" in done.stdout
    done = compare(base, new, "--fail-if", "kernels.gmm.total_s > +5%")
    assert done.code == 3 and "neither side has gmm; near: gemm" in done.stdout
    assert "no verdict on 'kernels.gmm.total_s > +5%': neither side has gmm; near: gemm" in done.stderr


def test_a_kernel_that_is_gone_passes_no_gate_of_its_time(tmp_path):
    """It may only be called otherwise now; its count is 0, though."""
    base, new = (
        made(tmp_path, MS, name="base"),
        trace(tmp_path / "new.sqlite", 2 * MS, MS, tables=None, name=2),
    )
    assert told(base, new, "kernels.gemm.total_s > +5%")["exit_status"] == 3
    assert told(base, new, "kernels.gemm.count > 5")["exit_status"] == 0
    assert told(base, new, "kernels.softmax.total_s > +5% and > +50us")["exit_status"] == 1, "it is new"


@pytest.mark.parametrize(
    ("gate", "fails"),
    [
        ("gpu_busy_union_s > +50%", True),
        ("gpu_busy_union_s > +100%", False),
        ("gpu_busy_union_s >= +50%", True),
        ("gpu_busy_union_s < -50%", False),
        ("gpu_busy_union_s > 1ms", True),
        ("gpu_busy_union_s > 2s", False),
        ("gpu_busy_union_ns > 2ns", True),
        ("gpu_busy_union_s > 0", True),
        ("gpu_utilization.busy_pct[0] > +5", False),
        ("kernel_count < 3", True),
        ("kernel_count < -1", False),
        ("gpus[0].busy_s > +0.5ms", True),
        ("gpus.0.busy_s > +0.5ms", True),
        ("idle.queued.idle_s > 1s", False),
        ("top_kernels.gemm.total_s > +10% and count", None),
        ("cuda_gpu_kern_sum.total_ns[gemm] > +10%", True),
        ("cuda_gpu_kern_sum:base.med_ns['gemm'] > 1.4ms", True),
        ("gpu_utilization.busy_pct[0] < 99.9%", True),
        ("cuda_gpu_mem_size_sum.total_bytes[memcpy Host-to-Device] > 1kB", False),
        ("cuda_gpu_mem_time_sum.total_ns[[CUDA memcpy Host-to-Device]] > +10%", False),
    ],
)
def test_expressions(tmp_path, gate, fails):
    """Figures of the summary, of sections and of reports; floors both ways, and limits."""
    base, new = made(tmp_path, MS, MS, name="base"), made(tmp_path, 2 * MS, MS + 1 * US)
    if fails is None:
        with pytest.raises(UsageError):
            parse([gate])
    else:
        assert told(base, new, gate)["gates"][0]["verdict"] == ("fail" if fails else "pass")


@pytest.mark.parametrize(
    ("gate", "words"),
    [
        ("gpu_busy_union_s", "no comparison"),
        ("> +5%", "must name a figure"),
        ("gpu_busy_union_s > 5%", "Write +5% or -5%"),
        ("gpu_busy_union_s > +5", "+5 what? Write +5%, +5ms or +5s"),
        ("gpu_busy_union_ns > 5", "5 what? Write 5ms or 5s"),
        ("api.cudaLaunchKernel.total_s > +5% and > +1", "+1 what? Write +1%, +1ms or +1s"),
        ("copies[memcpy].bytes > +5", "+5 what? Write +5%, +5kB or +5MB"),
        ("gpu_busy_union_s > +5kg", "is a time"),
        ("gpu_busy_union_s > five", "no bound"),
        ("gpu_busy_union_s > +5% or > +1ms", "no bound"),
        ("gpu_busy_union_s > +5% and", "comparison is missing"),
        ("gpu_bussy_union_s > +5%", "near: gpu_busy_union_s,"),
        ("gpu_bussy_union_ns > +5%", "near: gpu_busy_union_ns,"),
        ("kernel_count > +5ms", "is a count"),
        ("cuda_gpu_kern_summ.total_ns[x] > +5%", "cuda_gpu_kern_sum"),
        ("cuda_gpu_kern_sum.totl_ns[x] > +5%", "total_ns"),
        ("cuda_gpu_kern_sum.kernel_name[x] > +5%", "no column of numbers"),
        ("api.cudaLaunchKernel.totl_s > +5%", "near: total_s"),
        ("api.total_s > +5%", "needs a name"),
        ("kernels[gemm.total_s > +5%", "not closed"),
        ("", "comparison is missing"),
    ],
)
def test_what_does_not_parse_is_told(gate, words):
    """In one line that names what is wrong and what is near."""
    with pytest.raises(UsageError) as raised:
        parse([gate])
    assert words in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("condition", "words", "unless"),
    [
        ("> +5%", "grew by more than 5 %", None),
        (">= +5ms", "grew by 5 ms or more", None),
        ("< -5%", "shrank by more than 5 %", None),
        ("> -5%", "did not shrink by 5 % or more", "shrank by 5 % or more"),
        (">= -5%", "did not shrink by more than 5 %", "shrank by more than 5 %"),
        ("< +5%", "did not grow by 5 % or more", "grew by 5 % or more"),
        ("> -0%", "grew", None),
        ("> 2s", "is more than 2 s", None),
        ("<= .5ms", "is .5 ms or less", None),
    ],
)
def test_a_gate_is_told_in_words(condition, words, unless):
    """As it is read; one that holds for nearly every change is noted."""
    gates = parse([f"gpu_busy_union_s {condition}"])
    assert gates.terms[0]["reading"] == f"gpu_busy_union_s {words}"
    noted = [f"--fail-if 'gpu_busy_union_s {condition}': {condition} fails unless it {unless}"]
    assert gates.cautions == (noted if unless else [])


def test_the_echo_of_a_gate(tmp_path):
    """The bound as read, and of several terms the one that decided; in table, Markdown and JUnit."""
    base, new = made(tmp_path, MS, name="base"), made(tmp_path, MS + 20 * US)
    gate, xml = "gpu_busy_union_s > +1% and > +1ms", tmp_path / "gates.xml"
    done = compare(base, new, "--fail-if", gate, "--fail-if", "kernel_count > -5%", "--junit", xml)
    read = "fails where gpu_busy_union_s grew by more than 1 % and grew by more than 1 ms"
    assert done.code == 1 and read in done.stdout and "decided by > +1ms, which does not hold" in done.stdout
    assert "note: --fail-if 'kernel_count > -5%': > -5% fails unless it shrank by 5 % or more" in done.stderr
    assert read in xml.read_text()
    both = told(base, new, "gpu_busy_union_s > +1% and > +1us")["gates"][0]
    assert both["verdict"] == "fail" and both["reason"].endswith("; all terms hold")


def test_wrong_usage_exits_with_2(tmp_path):
    """Before any trace is read."""
    done = compare(tmp_path / "none", tmp_path / "none", "--fail-if", "gpu_bussy > +5%")
    assert (done.code, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1


def test_a_name_that_may_mean_several(tmp_path):
    """Is told with those it may mean, not summed."""
    rows = {KERNEL: [*kernels(MS), *kernels(MS, name=4)]}
    base, new = made(tmp_path, name="base", tables=rows), made(tmp_path, MS)
    done = compare(base, new, "--fail-if", "kernels.gem.total_s > +5%")
    assert done.code == 2 and "gemm; gemm_v2" in done.stderr
    assert compare(base, new, "--fail-if", "kernels.gemm.total_s > +5%").code == 0, "it is one of them"


def test_junit(tmp_path):
    """A test case a gate: failures and errors; a gate without verdict is an error, not skipped."""
    base, new = made(tmp_path, 100 * MS, name="base"), made(tmp_path, 112 * MS)
    target = tmp_path / "gates.xml"
    gates = ["gpu_busy_union_s > +5%", "gpu_busy_union_s > +50%", "nvtx.none.sum_s > +5%"]
    done = compare(base, new, *[flag for gate in gates for flag in ("--fail-if", gate)], "--junit", target)
    assert done.code == 1
    root = ElementTree.parse(target).getroot()
    assert (root.tag, root.attrib) == (
        "testsuites",
        {"tests": "3", "failures": "1", "errors": "1", "skipped": "0"},
    )
    cases = root.findall("./testsuite/testcase")
    assert [case.get("name") for case in cases] == gates
    assert [[child.tag for child in case] for case in cases] == [["failure"], ["system-out"], ["error"]]


def test_junit_without_gates(tmp_path):
    """One test case: whether the sides are comparable."""
    base = made(tmp_path, MS, name="base")
    target = tmp_path / "gates.xml"
    assert compare(base, base, "--junit", target).code == 3
    (case,) = ElementTree.parse(target).getroot().findall("./testsuite/testcase")
    assert [child.tag for child in case] == ["error"]


def test_a_gate_of_a_copy_that_only_base_has(tmp_path):
    """The limit of a count that has become 0 is kept."""
    base, new = made(tmp_path, MS, name="base"), made(tmp_path, MS + 5, tables={MEMCPY: []})
    assert told(base, new, "copies[Host-to-Device].count > 5")["exit_status"] == 0
