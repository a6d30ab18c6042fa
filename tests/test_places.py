"""Where a good trace may stand, and that reading it writes nothing anywhere."""

import os
import sqlite3

import pytest
from asking import answered, contents, run, summarize
from tracebuilder import KERNEL


def in_wal_mode(path) -> None:
    """Leave the file in WAL mode with nothing beside it, as a program that has closed it does."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    assert path.read_bytes()[18:20] == b"\2\2"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_wal_mode_without_a_log(trace):
    """Reading a file in WAL mode would write beside it; it is answered, and nothing is written."""
    in_wal_mode(trace)
    answered(trace)


@pytest.mark.parametrize("wal", [False, True])
def test_read_only(trace, wal):
    """A read-only file in a read-only folder, in WAL mode too."""
    if wal:
        in_wal_mode(trace)
    trace.chmod(0o444)
    trace.parent.chmod(0o555)
    try:
        answered(trace)
    finally:
        trace.parent.chmod(0o755)


def test_file_without_permission(trace):
    """Said in one line."""
    trace.chmod(0)
    if os.access(trace, os.R_OK):
        pytest.skip("this user may read everything")
    done = summarize(trace)
    assert (done.code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert "cannot be read" in done.stderr


def test_links(trace, tmp_path):
    """Through a link, and a link to a link, under any ending; the name is the one that was given."""
    (tmp_path / "link").symlink_to(trace)
    (tmp_path / "again.db").symlink_to(tmp_path / "link")
    answered(tmp_path / "again.db")
    assert summarize(tmp_path / "again.db").json["file"] == "again.db"


@pytest.mark.parametrize("kind", ["plain", "wal", "checked", "broken", "wrong usage"])
def test_nothing_is_written(trace, tmp_path, kind):
    """Not at home, not here, not beside the trace; and nothing stays in the temporary folder."""
    if kind == "wal":
        in_wal_mode(trace)
    elif kind == "checked":
        db = sqlite3.connect(trace)
        db.execute(f"UPDATE {KERNEL} SET \"end\" = 'x' WHERE start = 0")
        db.commit()
        db.close()
    elif kind == "broken":
        trace.write_bytes(trace.read_bytes()[:-1])
    folders = {name: tmp_path / name for name in ("home", "here", "temporary")}
    for folder in folders.values():
        folder.mkdir()
    env = {"HOME": str(folders["home"]), "TMPDIR": str(folders["temporary"])}
    env |= {
        f"XDG_{name}_HOME": str(folders["home"] / name.lower())
        for name in ("CACHE", "CONFIG", "DATA", "STATE")
    }
    before = {name: contents(tmp_path / name) for name in ("home", "here", "traces")}
    wrong = ("--nvtx", "(") if kind == "wrong usage" else ()
    done = run("summarize", trace, *wrong, cwd=folders["here"], env=env)
    assert done.code == {"broken": 1, "wrong usage": 2}.get(kind, 0)
    assert {name: contents(tmp_path / name) for name in before} == before
    assert contents(folders["temporary"]) == {}
