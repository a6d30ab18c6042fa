"""-o FILE: whole or not at all, and never over the trace."""

import functools
import os
from pathlib import Path

import pytest
from asking import contents, run, summarize
from tracebuilder import KERNEL, at

try:
    import resource
except ImportError:  # not on Windows
    resource = None

FULL = Path("/dev/full")


def test_failure_keeps_the_older_file(lay_out, tmp_path):
    """Where the trace cannot be read, what stood in the file before still does."""
    target = tmp_path / "summary.json"
    target.write_text("older")
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database")
    before = contents(tmp_path)
    assert summarize(broken, "-o", target).code == 1
    assert summarize(lay_out({KERNEL: [at(0, 1)]}, name="../t.sqlite"), "--nvtx", "(", "-o", target).code == 2
    assert contents(tmp_path) == before


@pytest.mark.parametrize("way", ["same", "relative", "symlink", "hardlink", "through a folder"])
def test_never_over_the_trace(lay_out, tmp_path, way):
    """The trace under any other name is still the trace."""
    folder = tmp_path / "traces"
    folder.mkdir()
    path = lay_out({KERNEL: [at(0, 1)]}, name="traces/trace.sqlite")
    target = {
        "same": path,
        "relative": os.path.relpath(path),
        "symlink": tmp_path / "link.json",
        "hardlink": tmp_path / "hard.json",
        "through a folder": folder / ".." / "traces" / "trace.sqlite",
    }[way]
    if way == "symlink":
        target.symlink_to(path)
    elif way == "hardlink":
        target.hardlink_to(path)
    before = contents(tmp_path)
    done = summarize(path, "-o", target)
    assert (done.code, done.stdout) == (2, "")
    assert "trace itself" in done.stderr and len(done.stderr.splitlines()) == 1
    assert contents(tmp_path) == before


@pytest.mark.parametrize("target", ["missing/summary.json", "folder", "trace.sqlite/summary.json"])
def test_place_that_cannot_be_written(lay_out, tmp_path, target):
    """A folder that is missing, a folder itself, a file for a folder: one line that names the file."""
    (tmp_path / "folder").mkdir()
    path = lay_out({KERNEL: [at(0, 1)]})
    before = contents(tmp_path)
    done = summarize(path, "-o", tmp_path / target)
    assert (done.code, done.stdout) == (1, "")
    assert target in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert contents(tmp_path) == before


@pytest.mark.skipif(resource is None, reason="no limits on file sizes on this system")
def test_write_that_ends_half_way(lay_out, tmp_path):
    """The file that stood there before still does, whole, and no part of the new one."""
    target = tmp_path / "summary.json"
    target.write_text("older")
    path = lay_out({KERNEL: [at(0, 1)]})
    before = contents(tmp_path)
    limit = functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (100, 100))
    done = summarize(path, "-o", target, preexec_fn=limit)
    assert (done.code, done.stdout) == (1, "")
    assert "cannot be written" in done.stderr and len(done.stderr.splitlines()) == 1
    assert contents(tmp_path) == before


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")
def test_full_disk_behind_standard_output(lay_out):
    """Standard output goes to a full disk: exit 1 and one line."""
    with FULL.open("wb") as full:
        done = summarize(lay_out({KERNEL: [at(0, 1)]}), stdout=full)
    assert done.code == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["summarize", "compare"])
def test_status_where_nobody_reads(lay_out, command):
    """141 as of SIGPIPE, and silence: 1 would say that a gate failed."""
    base, new = (lay_out({KERNEL: [at(0, 1 + end)]}, name=f"{end}.sqlite") for end in (0, 1))
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = run(command, base, *([new] if command == "compare" else []), stdout=pipe)
    assert done.code == 141 and "error" not in done.stderr


def test_reader_that_went_away(lay_out):
    """`summarize | head -1` may end the pipe early: no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = summarize(lay_out({KERNEL: [at(0, 1)]}), stdout=pipe)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
