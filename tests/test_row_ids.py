"""The ids of rows name rows and say nothing else: answers are the same wherever the ids begin."""

import sqlite3

import pytest
from test_tangled_ranges import random_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.trace.trace import Trace

REPORTS = sorted(
    name
    for name, file in catalog().items()
    if file.kind == "report" and "nvtx" in name and not any(param.default is None for param in file.params)
)
IDS = ("event_id", "range_id", "parent_id", "kernel_id", "RangeId", "ParentId", "RangeStack")
VIEWS = {
    "nvtx_kernels": "range_name, range_name IS NULL, path, depth, is_innermost, start_ns, end_ns",
    "nvtx_gpu": "* EXCLUDE (range_id)",
    "nvtx_ranges": "* EXCLUDE (event_id, parent_id)",
    "launches": "* EXCLUDE (gpu_event_id, api_event_id)",
}


def answers(path):
    """What the reports and views say, without the ids themselves, in an order of their own."""
    with Trace(path) as trace:
        found = {}
        for name in REPORTS:
            asked = trace.report(name)
            kept = [
                i
                for i, column in enumerate(asked.columns)
                if column not in IDS and not column.endswith(("_id", "_stack"))
            ]
            found[name] = sorted(repr([row[i] for i in kept]) for row in asked.rows)
        for view, columns in VIEWS.items():
            found[view] = sorted(map(repr, trace.sql(f"SELECT {columns} FROM {view}").fetchall()))
        for name, file in catalog().items():
            if file.kind == "check":
                assert trace.report(name).rows == [], name
    return found


@pytest.mark.parametrize("first", [0, -3, -1000])
@pytest.mark.parametrize("seed", range(4))
def test_ids_of_any_sign(seed, first, tmp_path):
    """All tables' ids begin at `first`, which is 0 in a folder of Parquet files."""
    path, *_ = random_trace(seed, tmp_path / "from_1.sqlite")
    moved = tmp_path / "moved.sqlite"
    moved.write_bytes(path.read_bytes())
    with sqlite3.connect(moved) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            db.execute(f"UPDATE {table} SET rowid = rowid - 1 + {first}")
    db.close()
    assert answers(moved) == answers(path)
