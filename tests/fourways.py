"""One trace as every kind of input there is."""

import sqlite3
from pathlib import Path

import duckdb

from nsys_duck.export.convert import convert
from nsys_duck.trace.trace import Trace

KINDS = ("sqlite", "checked", "parquet", "duckdb", "folder")


def every_kind(export: Path) -> dict[str, Path]:
    """Paths by kind: the export, the same read value by value, as Parquet, and converted from the export."""
    folder = export.parent
    kinds = {"sqlite": export, "checked": export, "parquet": as_parquet(export, folder / "parquet")}
    for kind, name in (("duckdb", "kept.duckdb"), ("folder", "kept/")):
        with Trace(export) as trace:
            convert(trace, f"{folder}/{name}")
        kinds[kind] = folder / name
    return kinds


def opened(kind: str, path: Path) -> Trace:
    """The trace, as that kind."""
    trace = Trace(path)
    if kind == "checked":
        trace.input.schema.checked = True
    return trace


def as_parquet(export: Path, folder: Path) -> Path:
    """A file a table: whole numbers as BIGINT, REAL as DOUBLE, text as it is, or as bytes where it is not UTF-8."""
    folder.mkdir()
    db = sqlite3.connect(f"file:{export}?mode=ro", uri=True)
    db.text_factory = bytes
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        name = table.decode()
        columns = db.execute(f'PRAGMA table_info("{name}")').fetchall()
        rows = db.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall()
        kinds = {"TEXT": "BLOB", "REAL": "DOUBLE"}
        declared = ", ".join(f'"{c[1].decode()}" {kinds.get(c[2].decode(), "BIGINT")}' for c in columns)
        with duckdb.connect() as engine:
            engine.execute(f"CREATE TABLE t ({declared})")
            if rows:
                engine.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", rows)
            engine.execute(f"COPY t TO '{folder / name}.parquet' (FORMAT parquet)")
    db.close()
    return folder
