"""How tests ask: by the installed command where the command is the point, else by the Python interface."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from nsys_duck.reports.summary import summary, warnings
from nsys_duck.trace.trace import Trace

COMMAND = str(Path(sys.executable).parent / "nsys-duck")
SHARED = Path(__file__).resolve().parents[3] / "shared"


class Done(NamedTuple):
    """What a run of the command left behind; `json` is None unless standard output is one JSON value."""

    code: int
    json: dict | None
    stderr: str
    stdout: str


def run(*args: object, cwd: Path | None = None, env: dict[str, str] | None = None, **options) -> Done:
    """Run `nsys-duck` with these arguments and `env` added; options as for subprocess.run."""
    done = subprocess.run(
        [COMMAND, *map(str, args)],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options},
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1", **(env or {})},
        timeout=120,
        check=False,
    )
    try:
        value = json.loads(done.stdout or "")
    except ValueError:
        value = None
    return Done(done.returncode, value, done.stderr, done.stdout)


def summarize(path: Path, *args: object, **options: object) -> Done:
    """Run `nsys-duck summarize` on the trace."""
    return run("summarize", path, *args, **options)


def summary_of(path: Path, *, device: int | None = None, **options: object) -> dict:
    """The summary without a process of its own; options as those of nsys_duck.summary.summary."""
    return told(path, device=device, **options)[0]


def told(path: Path, *, device: int | None = None, **options: object) -> tuple[dict, list[str]]:
    """The summary and the warnings that go with it."""
    with Trace(path) as trace:
        if device is not None:
            trace.restrict_to_gpu(device)
        result = summary(trace, **options)
        return result, warnings(trace)


def gpu_ns(summary: dict) -> tuple:
    """(span, busy, idle) in nanoseconds."""
    keys = ("gpu_activity_span_s", "gpu_busy_union_s", "gpu_idle_within_span_s")
    return tuple(None if summary[key] is None else round(summary[key] * 1e9, 1) for key in keys)


def contents(folder: Path) -> dict[str, tuple]:
    """Every entry of a folder with its bytes and times, to tell whether anything changed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        data = path.read_bytes() if path.is_file() else None
        found[str(path.relative_to(folder))] = (info.st_mode, info.st_mtime_ns, info.st_ino, data)
    return found


def answered(path: Path, **options: object) -> None:
    """The command summarizes the plain trace; the folder stays as it was, times of change and all."""
    before = contents(path.parent)
    done = summarize(path, **options)
    assert (done.code, done.stderr) == (0, "")
    assert gpu_ns(done.json) == (50, 46, 4)
    assert contents(path.parent) == before
