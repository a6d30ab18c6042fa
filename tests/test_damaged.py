"""A damaged file is never a quiet wrong figure."""

import sqlite3

import pytest
from tracebuilder import KERNEL, at, write_trace

import nsys_duck


@pytest.fixture
def disordered(tmp_path):
    """Of 60 kernels the 11th has the row id 75: SQLite reads all from end to end, by their ids some are lost."""
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: [at(20 * i, 20 * i + 10) for i in range(60)]})
    with sqlite3.connect(path) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (KERNEL,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    data = bytearray(path.read_bytes())
    start = (page - 1) * size
    leaf = start
    if data[start] == 5:  # an interior page: its first child
        cell = int.from_bytes(data[start + 12 : start + 14], "big")
        leaf = (int.from_bytes(data[start + cell : start + cell + 4], "big") - 1) * size
    cell = int.from_bytes(data[leaf + 8 + 20 : leaf + 8 + 22], "big")
    skip = 2 if data[leaf + cell] & 128 else 1
    assert data[leaf + cell + skip] == 11
    data[leaf + cell + skip] ^= 64
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("sql", ["SELECT count(*) FROM gpu_kernels", f"SELECT count(*) FROM raw.{KERNEL}"])
def test_rows_out_of_order_are_not_lost_in_silence(disordered, sql):
    with nsys_duck.open(disordered) as trace, pytest.raises(nsys_duck.TraceError, match="damaged"):
        trace.sql(sql).fetchall()


@pytest.mark.parametrize("kept", [range(0, 60, 2), range(1, 2), range(59, 60)])
def test_rows_that_were_deleted_leave_no_damage(tmp_path, kept):
    """Gaps in the row ids are as good as none."""
    listed = ", ".join(str(i + 1) for i in kept)
    path = write_trace(
        tmp_path / "trace.sqlite",
        {KERNEL: [at(20 * i, 20 * i + 10) for i in range(60)]},
        sql=f"DELETE FROM {KERNEL} WHERE rowid NOT IN ({listed})",
    )
    with nsys_duck.open(path) as trace:
        assert trace.sql("SELECT count(*) FROM gpu_kernels").fetchall() == [(len(kept),)]
