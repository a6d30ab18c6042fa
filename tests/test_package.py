"""What is shipped: the wheel made from the sdist has the files of the tree; help tells of every option."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from asking import run

from nsys_duck import __version__

ROOT = Path(__file__).resolve().parent.parent
BUILDER = all(importlib.util.find_spec(name) for name in ("build", "hatchling"))
JUNK = (
    ".venv/bin/python",
    "demo/demo.sqlite",
    "dist/old.whl",
    "nsys_duck/__pycache__/x.pyc",
    "report/a.html",
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A copy of this checkout with what work leaves lying around in it."""
    folder = tmp_path_factory.mktemp("copy") / "nsys-duck"
    ignored = shutil.ignore_patterns(".git", ".venv", "*cache*", "demo.sqlite", "dist", "report")
    shutil.copytree(ROOT, folder, ignore=ignored)
    for name in JUNK:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("junk")
    return folder


@pytest.fixture(scope="module")
def built(checkout, tmp_path_factory) -> Path:
    """The folder with the sdist of the checkout, and the wheel that was built from it."""
    if not BUILDER:
        pytest.skip("build and hatchling are not installed")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(checkout)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their path in it, but those that Python compiled."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_wheel_has_the_files_of_the_tree(built, checkout):
    """Every file of the package and of sql/, byte by byte, and no other."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name.startswith("nsys_duck/")}
        metadata = archive.read(f"nsys_duck-{__version__}.dist-info/METADATA").decode()
    want = {f"nsys_duck/{name}": data for name, data in tree(checkout / "nsys_duck").items()}
    want |= {f"nsys_duck/sql/{name}": data for name, data in tree(checkout / "sql").items()}
    assert "nsys_duck/cli/app.py" in want and "nsys_duck/sql/intervals/interval_union.sql" in want
    assert files == want
    assert re.search(r"^Requires-Dist: duckdb==1\.5\.5$", metadata, re.M)
    assert re.search(r"^Requires-Dist: duckdb-extension-sqlite-scanner==1\.5\.5$", metadata, re.M)


def test_sdist_has_the_tests(built):
    """Who gets the source can test it."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"tests/test_package.py", "tests/helpers/export_schema.txt", "LICENSE", "pyproject.toml"} <= names
    assert not names & set(JUNK)


def test_version():
    """One line on standard output."""
    done = run("--version")
    assert (done.code, done.stdout, done.stderr) == (0, f"nsys-duck {__version__}\n", "")
    module = subprocess.run(
        [sys.executable, "-m", "nsys_duck", "--version"], capture_output=True, text=True, check=True
    )
    assert module.stdout == done.stdout


def test_help_lists_the_commands():
    """Asked for, or with no argument at all."""
    done = run("--help")
    assert done.code == 0
    assert "summarize" in done.stdout and "demo" in done.stdout and "--version" in done.stdout
    bare = run()
    assert "summarize" in bare.stdout + bare.stderr
    assert run("-h").stdout == done.stdout


def test_help_of_summarize():
    """Every option with its value, and an example."""
    done = run("summarize", "--help")
    assert (done.code, done.stderr) == (0, "")
    for option in ("--top N", "--dispatch REGEX", "--nvtx REGEX", "--device ID", "-o", "FILE", "TRACE"):
        assert option in re.sub(r" +", " ", done.stdout), option
    assert "Example: nsys-duck summarize" in done.stdout


def test_unknown_command():
    """Exit status 2, and the name that was not understood."""
    done = run("sumarize", "trace.sqlite")
    assert (done.code, done.stdout) == (2, "")
    assert "sumarize" in done.stderr


def test_demo_slower_is_the_same_work_on_a_slower_host(tmp_path):
    """A second trace to compare the demo with: as many kernels, longer, later."""
    first, second = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    assert run("demo", first).code == 0 and run("demo", "--slower", second).code == 0
    told = run("compare", first, second, "--fail-if", "gpu_activity_span_s > +10%", "--format", "json")
    assert told.code == 1
    assert "Both ran 7,520 kernels: the same amount of work" in told.json["findings"]
    assert [row["start_utc"][:10] for row in told.json["traces"]] == ["2026-01-01", "2026-01-02"]


def test_demo(tmp_path):
    """The demo trace is whole, the same each time, and has something for every key of the summary."""
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    assert run("demo", first).code == 0
    assert run("demo", second).code == 0
    assert first.read_bytes() == second.read_bytes()
    summary = run("summarize", first).json
    assert summary["kernel_count"] > summary["graph_node_kernel_count"] > 0
    assert 0 < summary["gpu_busy_union_s"] < summary["gpu_activity_span_s"]
    assert summary["nvtx"] and summary["dispatch"] and summary["api"]
    assert "absent" not in summary
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.sqlite", "second.sqlite"]


@pytest.mark.parametrize("target", ["missing/demo.sqlite", "folder"])
def test_demo_that_cannot_be_written(tmp_path, target):
    """One line, and nothing is left."""
    (tmp_path / "folder").mkdir()
    done = run("demo", tmp_path / target)
    assert (done.code, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]
