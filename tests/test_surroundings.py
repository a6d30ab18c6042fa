"""Odd surroundings: devices, pipes and links as output, closed streams, signals, locales."""

import os
import signal
import subprocess
import sys
import time

import pytest
from asking import COMMAND, run, summarize
from tracebuilder import KERNEL, at

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


@posix
def test_a_pipe_is_written_to(trace, tmp_path):
    """A named pipe stays one, and its reader gets the whole text."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for args in (["summarize", trace], ["query", trace, "SELECT 1 AS a", "--format", "csv"]):
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            assert run(*args, "-o", pipe).code == 0
            assert reader.stdout.read().endswith(b"\n")
        assert pipe.is_fifo()


@posix
def test_a_link_stays(trace, tmp_path):
    """What a symbolic link points to is replaced."""
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("older")
    link.symlink_to(real)
    assert summarize(trace, "-o", link).code == 0
    assert link.is_symlink() and real.read_text().startswith("{")


@posix
def test_nothing_is_written_to_devices(trace):
    """/dev/null is still a device afterwards."""
    assert summarize(trace, "-o", "/dev/null").code == 0
    assert not os.path.isfile("/dev/null")


@posix
@pytest.mark.parametrize("command", ['summarize "$0" >&-', 'query "$0" - <&-'])
def test_closed_streams(trace, command):
    """One line, no traceback."""
    done = subprocess.run(
        ["sh", "-c", f"exec {COMMAND} {command}", str(trace)], stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert "closed" in done.stderr and len(done.stderr.splitlines()) == 1


@posix
def test_a_plain_locale(trace):
    """Words that the locale cannot hold are told, not thrown."""
    env = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run("query", trace, "SELECT 'é' AS a", env=env)
    assert "Traceback" not in done.stderr
    assert done.code in (0, 2)


@posix
def test_sigterm_leaves_nothing(lay_out, tmp_path):
    """A run that is stopped takes its temporary folder along."""
    trace = lay_out({KERNEL: [at(i, i + 1) for i in range(1000)]})
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    sql = "SELECT sum(a.start_ns + b.start_ns + c.start_ns) FROM gpu_kernels a, gpu_kernels b, gpu_kernels c"
    with subprocess.Popen(
        [COMMAND, "query", trace, sql], env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE
    ) as process:
        until = time.monotonic() + 30
        while not any(temporary.iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode != 0
    assert not any(temporary.iterdir())
