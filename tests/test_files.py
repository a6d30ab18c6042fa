"""Files that are no trace, and traces in awkward places: one clear line, and nothing written anywhere."""

import os
import sqlite3
import struct
import subprocess
import sys

import pytest
from asking import answered, contents, gpu_ns, summarize
from tracebuilder import KERNEL, at, write_trace


def refused(path, *words: str, **options) -> str:
    """The one line on standard error with which the command refuses; the folder stays as it was."""
    before = contents(path.parent)
    done = summarize(path, **options)
    assert (done.code, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("nsys-duck: error: ")
    assert path.name in done.stderr
    for word in words:
        assert word in done.stderr
    assert contents(path.parent) == before
    return done.stderr


def test_missing(tmp_path):
    """A mistyped path is an error, and creates nothing; a missing folder likewise."""
    refused(tmp_path / "typo.sqlite", "no such file")
    (tmp_path / "file").write_text("")
    done = summarize(tmp_path / "file" / "typo.sqlite")
    assert (done.code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert summarize(tmp_path / ("x" * 300)).code == 1


def test_dangling_link(tmp_path):
    """A link to nothing is no file, and makes none."""
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "gone.sqlite")
    refused(tmp_path / "link.sqlite", "no such file")


def test_folder(tmp_path):
    """A folder, empty or with other files in it."""
    (tmp_path / "folder").mkdir()
    refused(tmp_path / "folder", "folder", "nsys export")
    (tmp_path / "folder" / "notes.txt").write_text("hello")
    refused(tmp_path / "folder", "folder")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"hello\n" * 100, "not a SQLite"),
        (b"x", "not a SQLite"),
        (bytes(65536), "not a SQLite"),
        (b"SQLite format 2\0" * 100, "not a SQLite"),
        (b"\x7fELF" + bytes(range(256)) * 16, "not a SQLite"),
    ],
)
def test_bytes_that_are_no_database(tmp_path, data, word):
    """Empty, text, zeroed by an interrupted export, something else."""
    path = tmp_path / "trace.sqlite"
    path.write_bytes(data)
    assert "nsys export" in refused(path, word)


def test_zeroed_after_the_header(trace):
    """A file of which only the first bytes were written."""
    trace.write_bytes(trace.read_bytes()[:100].ljust(trace.stat().st_size, b"\0"))
    refused(trace)


@pytest.mark.parametrize("size", [17, 50, 99, 100, 101, 4096, "half", "a page less", "a byte less"])
def test_truncated(trace, size):
    """Cut off at any place, an export is truncated and not a smaller trace."""
    whole = trace.stat().st_size
    named = {"half": whole // 2, "a page less": whole - 4096, "a byte less": whole - 1}
    os.truncate(trace, named.get(size, size))
    refused(trace, "truncated")


@pytest.mark.parametrize("pages", [1, 2, 4])
def test_truncated_without_a_page_count(trace, pages):
    """Old writers leave the header's page count out; what is missing must still not pass for nothing."""
    data = bytearray(trace.read_bytes()[: 4096 * pages])
    data[28:32] = struct.pack(">I", 0)
    trace.write_bytes(data)
    refused(trace)


@pytest.mark.parametrize(
    ("filling", "place"), [(b"\0", 0.5), (b"\xff", 0.3), (b"\x0d\0\0\0\5", 0.5), (b"\0", 0.9)]
)
def test_page_overwritten_in_the_middle(tmp_path, filling, place):
    """A page of rows that was overwritten is damage, told as such and not summarized without its rows."""
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: [at(i, i + 1) for i in range(3000)]})
    data = bytearray(path.read_bytes())
    page = 4096 * int(len(data) // 4096 * place)
    data[page : page + 4096] = (filling * 4096)[:4096]
    path.write_bytes(data)
    refused(path, "damaged")


def test_database_of_another_kind(tmp_path):
    """A SQLite database without any table of an export, and one without any table."""
    path = tmp_path / "music.sqlite"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 1")
    refused(path, "Nsight Systems")
    db.execute("CREATE TABLE albums (id INTEGER, title TEXT)")
    db.commit()
    db.close()
    refused(path, "Nsight Systems", "nsys export")


@pytest.mark.parametrize("name", ["run 1.nsys-rep", "old.qdrep"])
def test_report_itself(tmp_path, name):
    """The report says how to export it, where there is no nsys to do it."""
    path = tmp_path / name
    path.write_bytes(b"\x00\x01report" * 50)
    refused(path, "nsys export --type sqlite", env={"PATH": "/nowhere"})


def test_pipe(tmp_path):
    """Something that is no file is not waited for."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes on this system")
    os.mkfifo(tmp_path / "pipe.sqlite")
    refused(tmp_path / "pipe.sqlite", "not a regular file")


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
@pytest.mark.parametrize("linked", [False, True])
def test_log_beside_it(trace, tmp_path, suffix, linked):
    """What a log holds is not in the file; a link to the file does not hide the log."""
    trace.with_name(trace.name + suffix).write_bytes(b"rows that the file lacks")
    path = trace
    if linked:
        path = tmp_path / "link.sqlite"
        path.symlink_to(trace)
    before = contents(trace.parent)
    refused(path, suffix)
    assert contents(trace.parent) == before


def test_open_in_another_program(trace):
    """Really open in WAL mode with rows that were not written back; closed, it is answered with them."""
    db = sqlite3.connect(trace)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f'UPDATE {KERNEL} SET "end" = 60 WHERE start = 35')
    db.commit()
    assert trace.with_name("trace.sqlite-wal").stat().st_size > 0
    refused(trace, "-wal")
    db.close()
    done = summarize(trace)
    assert gpu_ns(done.json) == (60, 56, 4)


def test_journal_of_a_writer_that_died(trace):
    """A hot journal: the file holds half a transaction."""
    program = (
        "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('PRAGMA cache_size = 1');"
        "db.execute('BEGIN'); db.execute('CREATE TABLE big AS SELECT zeroblob(300000) AS b');"
        "db.execute('UPDATE NVTX_EVENTS SET text = hex(zeroblob(9000))'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, trace], check=True)
    assert trace.with_name("trace.sqlite-journal").exists()
    refused(trace, "-journal")


def test_locked_by_another_program(trace):
    """Another process holds it locked: said so after a while, and answered when it lets go."""
    program = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "db.execute('BEGIN EXCLUSIVE'); print('locked', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, trace], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout.readline() == "locked\n"
        refused(trace, "locked")
    finally:
        holder.communicate("")
    answered(trace)
