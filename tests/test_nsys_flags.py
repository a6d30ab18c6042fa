"""Options of `nsys stats` in existing scripts: taken where they mean something, else one line on what to use."""

import pytest
from asking import run
from tracebuilder import KERNEL, NVTX, at, push, write_trace

from nsys_duck.cli.nsys_flags import translated
from nsys_duck.errors import UsageError


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("--force-export=true --force-overwrite t", "t"),
        ("--quiet=true t", "--quiet t"),
        ("--quiet=false -q t", "-q t"),
        ("--filter-time 1s/2s t", "--from=1s --to=2s t"),
        ("--filter-time=/2s t", "--to=2s t"),
        ("--filter-nvtx=a@b/1 t", "--during=a@b/1 t"),
        ("-f column -r cuda_api_sum t", "--format=table -r cuda_api_sum t"),
        ("--format . t", "t"),
        ("-- --quiet=true", "-- --quiet=true"),
    ],
)
def test_what_they_mean_here(given, meant):
    """Word by word; all else stays as it is."""
    assert translated(given.split()) == meant.split()


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("--sqlite x.sqlite", "TRACE"),
        ("--format htable", "nsys-duck html"),
        ("--help-reports", "nsys-duck reports"),
        ("--report-dir=.", "nsys-duck query"),
        ("--filter-time 5", "START/END"),
        ("-o @cat", "pipe"),
        ("--force-export=maybe", "neither"),
    ],
)
def test_what_does_it_here(given, hint):
    """One line that says what to use."""
    with pytest.raises(UsageError, match=hint):
        translated(given.split())


def test_on_a_trace(tmp_path):
    """The kernel inside the range alone, no notes, and exit status 2 with one line for what is not taken."""
    path = write_trace(tmp_path / "t.sqlite", {KERNEL: [at(0, 10), at(20, 25)], NVTX: [push(15, 30, "step")]})
    options = [
        "--force-export=true",
        "--filter-nvtx",
        "step",
        "-q",
        "-r",
        "cuda_gpu_kern_sum",
        "--format",
        "json",
    ]
    done = run("stats", *options, path)
    assert done.json["cuda_gpu_kern_sum"][0]["total_ns"] == 5
    assert done.stderr == "" or "window" in done.stderr
    done = run("stats", path, "--format", "htable")
    assert (done.code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and "nsys-duck html" in done.stderr
