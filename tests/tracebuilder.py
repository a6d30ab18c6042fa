"""Tiny Nsight Systems exports, laid out from rows that a reader can check by hand.

    write_trace(path, {KERNEL: [at(0, 10), at(30, 40, deviceId=1)], NVTX: [push(0, 50, "step")]})

A table that is named with an empty list exists and is empty; one that is not named does not exist.
Columns that a row leaves out are NULL, or 0 where the export's schema says NOT NULL; names are string 1,
which is "k". The columns of every table stand in export_schema.txt.
"""

import random
import re
import sqlite3
from functools import cache
from pathlib import Path
from typing import NamedTuple

KERNEL = "CUPTI_ACTIVITY_KIND_KERNEL"
MEMCPY = "CUPTI_ACTIVITY_KIND_MEMCPY"
MEMSET = "CUPTI_ACTIVITY_KIND_MEMSET"
GRAPH = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"
DECOMPRESS = "CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS"
SYNC = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"
RUNTIME = "CUPTI_ACTIVITY_KIND_RUNTIME"
NVTX = "NVTX_EVENTS"
GPU = "TARGET_INFO_GPU"
CUDA_DEVICE = "TARGET_INFO_CUDA_DEVICE"

PID = 1 << 24  # globalPid of process 1
TID = PID + 1  # globalTid of its thread 1
DEFAULTS = {"shortName": 1, "demangledName": 1, "nameId": 1, "globalPid": PID, "globalTid": TID}


class Column(NamedTuple):
    """A column of the export's schema."""

    name: str
    type: str
    required: bool


@cache
def schema() -> dict[str, list[Column]]:
    """Every table of export_schema.txt with its columns in order."""
    text = (Path(__file__).parent / "export_schema.txt").read_text()
    tables = {}
    for paragraph in re.findall(r"^\w+:.*(?:\n    .*)*", text, re.M):
        table, _, specs = paragraph.partition(":")
        tables[table] = []
        for spec in specs.split():
            name, _, kind = spec.replace("!", "").partition(":")
            tables[table].append(Column(name, kind or "INTEGER", "!" in spec))
    return tables


def at(start: int | None, end: int | None, **columns: object) -> dict:
    """A row with these times; other columns by their names in the export."""
    return {"start": start, "end": end, **columns}


def push(start: int, end: int | None, text: str | None = None, **columns: object) -> dict:
    """A push/pop range (event type 59) of NVTX_EVENTS."""
    return {"start": start, "end": end, "eventType": 59, "text": text, **columns}


def mark(start: int, text: str | None = None, **columns: object) -> dict:
    """A mark (event type 34) of NVTX_EVENTS."""
    return {"start": start, "end": None, "eventType": 34, "text": text, **columns}


def columns_of(table: str) -> list[Column]:
    """The columns of a table, also under a name with a suffix such as NVTX_EVENTS_V2."""
    return schema()[re.sub(r"_V\d+$", "", table)]


def default(column: Column) -> object:
    """What a column has where the row says nothing."""
    nothing = ("" if column.type == "TEXT" else 0) if column.required else None
    return DEFAULTS.get(column.name, nothing)


def add_table(db: sqlite3.Connection, table: str, rows: list[dict], drop: tuple[str, ...] = ()) -> None:
    """Create `table` without the columns in `drop`, and insert the rows in their order."""
    columns = [column for column in columns_of(table) if column.name not in drop]
    names = {column.name: default(column) for column in columns}
    for row in rows:
        assert row.keys() <= names.keys(), f"{table} has no {sorted(row.keys() - names.keys())}"
    declared = ", ".join(f'"{column.name}" {column.type}' for column in columns)
    db.execute(f'CREATE TABLE "{table}" ({declared})')
    db.executemany(
        f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})',
        [list({**names, **row}.values()) for row in rows],
    )


def write_trace(
    path: Path,
    tables: dict[str, list[dict]] | None = None,
    *,
    strings: dict[int, str | bytes] | None = None,
    drop: dict[str, tuple[str, ...]] | None = None,
    sql: str = "",
    shuffle: int | None = None,
) -> Path:
    """Lay out an export at `path` and return the path.

    `strings` fill StringIds (bytes need not be UTF-8); `drop` names columns that a table lacks; `sql` is
    run by SQLite at the end; `shuffle` is the seed of a random order of all rows.
    """
    db = sqlite3.connect(path)
    names = list((strings if strings is not None else {1: "k"}).items())
    tables = {table: list(rows) for table, rows in (tables or {}).items()}
    if shuffle is not None:
        for rows in (names, *tables.values()):
            random.Random(shuffle).shuffle(rows)
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
    # No primary key: ids then come in the order of rows, as in exports of some versions.
    db.execute("CREATE TABLE StringIds (id INTEGER NOT NULL, value TEXT NOT NULL)")
    for key, text in names:
        db.execute("INSERT INTO StringIds VALUES (?, CAST(? AS TEXT))", (key, text))
    for table, rows in tables.items():
        add_table(db, table, rows, (drop or {}).get(table, ()))
    db.commit()
    db.executescript(sql)
    db.close()
    return path
