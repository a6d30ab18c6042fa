"""`nsys-duck html` with several traces at once: as with one after the other, whatever ends."""

import os
import signal
import subprocess
import time

import pytest
from asking import COMMAND, contents, run
from pagetext import Page
from tracebuilder import KERNEL, at, write_trace

pytest.importorskip("vl_convert")


def traces_of(folder, count):
    return [
        write_trace(folder / f"{number}.sqlite", {KERNEL: [at(0, 1000), at(2000, 3000 + number)]})
        for number in range(count)
    ]


def nsys(folder, script):
    """The environment in which `nsys` is this shell script; a report for it to export."""
    program = folder / "bin" / "nsys"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    (folder / "report.nsys-rep").write_bytes(b"a report")
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}", "TMPDIR": str(folder / "temporary")}
    (folder / "temporary").mkdir()
    return path, folder / "report.nsys-rep"


def written(folder):
    return {name: data for name, (*_, data) in contents(folder).items()}


@pytest.mark.parametrize("options", [[], ["--from", "500", "--threads", "2", "--memory-limit", "1GB"]])
def test_pages_do_not_depend_on_how_many_are_made_at_once(tmp_path, options):
    run("demo", tmp_path / "demo.sqlite")
    traces = [tmp_path / "demo.sqlite", *traces_of(tmp_path, 2), tmp_path / "none.sqlite"]
    told = []
    for jobs in (1, 3):
        done = run(
            "html", *traces, "-o", tmp_path / f"{jobs}", "--baseline", traces[1], "--jobs", jobs, *options
        )
        assert done.code == 1, done.stderr
        told.append([line.rpartition(" (")[0] for line in done.stderr.splitlines()[:-1]])
    assert written(tmp_path / "1") == written(tmp_path / "3")
    assert told[0] == told[1] and "no such file" in told[0][-1]


def test_a_pattern_that_is_none_ends_the_run(tmp_path):
    done = run("html", *traces_of(tmp_path, 2), "-o", tmp_path / "out", "--dispatch", "(", "--jobs", "2")
    assert done.code == 2 and "--dispatch: not a regular expression" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_trace_whose_process_is_killed_is_listed_and_does_not_stop_the_others(tmp_path):
    env, report = nsys(tmp_path, "kill -9 $PPID")
    done = run("html", report, *traces_of(tmp_path, 2), "-o", tmp_path / "out", "--jobs", "2", env=env)
    assert done.code == 1 and "Traceback" not in done.stderr
    assert "[1/3] report.nsys-rep: failed: its process was ended by SIGKILL" in done.stderr
    assert (tmp_path / "out" / "0.html").exists() and (tmp_path / "out" / "1.html").exists()
    assert "ended by SIGKILL" in Page((tmp_path / "out" / "index.html").read_text()).text
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_ends_all_its_processes_and_leaves_nothing_temporary(tmp_path, name):
    env, report = nsys(tmp_path, f"touch {tmp_path}/started.$$; exec sleep 60")
    other = tmp_path / "other.nsys-rep"
    other.write_bytes(b"a report")
    process = subprocess.Popen(
        [COMMAND, "html", report, other, "-o", tmp_path / "out", "--jobs", "2"],
        env={**os.environ, **env},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 60
        while len(list(tmp_path.glob("started.*"))) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        sent = getattr(signal, name)
        (os.killpg if name == "SIGINT" else os.kill)(process.pid, sent)  # Ctrl-C reaches the whole group
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, told) == (130, "nsys-duck: interrupted\n")
    assert list((tmp_path / "temporary").iterdir()) == []
    while is_there(process.pid) and time.monotonic() < until:  # the last to go is Python's own tracker
        time.sleep(0.05)
    assert not is_there(process.pid)


def is_there(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_baseline_is_read_once(tmp_path):
    env, report = nsys(tmp_path, f'echo once >> {tmp_path}/exports; cp {tmp_path}/0.sqlite "$5"')
    traces = traces_of(tmp_path, 3)
    done = run("html", *traces, "-o", tmp_path / "out", "--baseline", report, "--jobs", "2", env=env)
    assert done.code == 0, done.stderr
    assert (tmp_path / "exports").read_text() == "once\n"
    for number in range(3):
        assert "report.nsys-rep" in (tmp_path / "out" / f"{number}" / "compare.html").read_text()
