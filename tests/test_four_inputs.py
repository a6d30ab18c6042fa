"""Every reader sees every row: SQLite, the same read value by value, Parquet and converted traces answer alike."""

import random

import pytest
from asking import SHARED
from everything import value
from fourways import KINDS, every_kind, opened
from tracebuilder import KERNEL, MEMCPY, NVTX, RUNTIME, TID, at, mark, push, schema, write_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.export.convert import convert

BAD = b"caf\xe9/\xff"  # text in the code page of a Windows
REAL = sorted((SHARED / "traces").glob("*.sqlite"))
IDS = (
    "event_id",
    "range_id",
    "parent_id",
    "kernel_id",
    "gpu_event_id",
    "api_event_id",
    "call_id",
    "range_stack",
    "rangeid",
    "parentid",
    "rangestack",
    "path_ids",
)


def everywhere(path):
    """Two rows in every table, in no order, times before 0 and text that is not UTF-8 wherever there is text."""
    tables, texts = {}, []
    for table, columns in schema().items():
        if table != "StringIds":
            rows = [{column.name: value(column, i) for column in columns} for i in (1, 2)]
            for row in rows:
                for name in row.keys() & {"start", "end"}:
                    row[name] -= 175
            tables[table] = rows
            texts += [(table, c.name) for c in columns if c.type == "TEXT" and "json" not in c.name.lower()]
    change = "\n".join(
        f'UPDATE "{table}" SET "{name}" = CAST("{name}" || x\'{BAD.hex()}\' AS TEXT) WHERE rowid = 2;'
        for table, name in texts
        if not (table == "META_DATA_EXPORT" and name == "name")
    )
    ids = "\n".join(f'UPDATE "{table}" SET rowid = rowid - 2;' for table in tables)
    names = {1: "cudaLaunchKernel_v7000", 2: BAD + b"ncclDevKernel_AllReduce"}
    return write_trace(path, tables, strings=names, sql=change + ids, shuffle=3)


def nested(path):
    """Ranges nested, crossing and open since before time 0 on two threads, with calls and work of theirs."""
    rng = random.Random(5)
    ranges = [
        push(-20, None, "outer"),
        push(-10, None, "inner"),
        push(5, 9, "step"),
        mark(7, "CG_DISPATCH:1"),
    ]
    ranges += [
        at(-30, None, eventType=60, text="open", globalTid=TID + 1),
        push(-25, 3, BAD, globalTid=TID + 1),
    ]
    calls, kernels, copies = [], [], []
    for i in range(40):
        start = rng.randint(-15, 60)
        ranges.append(push(start, start + rng.randint(0, 30), f"r{i % 7}", globalTid=TID + i % 2))
        calls.append(at(4 * i - 40, 4 * i - 38, correlationId=i, globalTid=TID + i % 2))
        work = copies if i % 5 == 0 else kernels
        work.append(
            at(4 * i - 37 + rng.randint(0, 9), 4 * i - 20, correlationId=i, deviceId=i % 2, streamId=i % 3)
        )
    tables = {NVTX: ranges, RUNTIME: calls, KERNEL: kernels, MEMCPY: copies}
    ids = "".join(f"UPDATE {table} SET rowid = -rowid;" for table in tables)
    return write_trace(path, tables, sql=ids, shuffle=4)


def questions():
    """(name, SQL or None for a report) of every view, report, check and macro that needs no value."""
    for name, file in catalog().items():
        if (
            name.startswith("_")
            or file.layer == "compare"
            or any(param.default is None for param in file.params)
        ):
            continue
        if file.kind in ("report", "check"):
            yield name, None
        elif file.kind == "view":
            yield name, f"FROM {name}"
        elif file.kind == "macro" and not file.returns:
            yield name, f"FROM {name}()"


def answers(kind, path):
    """The rows of everything, without the ids of rows, which begin elsewhere in Parquet, sorted."""
    found = {}
    with opened(kind, path) as trace:
        for name, sql in questions():
            if sql is None:
                asked = trace.report(name)
                columns, rows = asked.columns, asked.rows
            else:
                asked = trace.sql(sql)
                columns, rows = asked.columns, asked.fetchall()
            kept = [i for i, column in enumerate(columns) if column.lower() not in IDS]
            found[name] = columns, sorted(repr([row[i] for i in kept]) for row in rows)
    return found


@pytest.mark.parametrize("lay_out", [everywhere, nested], ids=lambda made: made.__name__)
def test_every_input_answers_alike(lay_out, tmp_path):
    paths = every_kind(lay_out(tmp_path / "trace.sqlite"))
    right = answers("sqlite", paths["sqlite"])
    for kind in KINDS[1:]:
        got = answers(kind, paths[kind])
        different = [name for name in right if got[name] != right[name]]
        assert not different, (
            f"{kind}: {different}, as {different[0]}: {got[different[0]]} for {right[different[0]]}"
        )


@pytest.mark.parametrize("export", REAL[:2], ids=lambda path: path.stem)
def test_real_exports_converted(export, tmp_path):
    """An export of somebody's, and what is converted from it."""
    reports = ("cuda_gpu_kern_sum", "nvtx_summary", "cuda_api_sum")
    link, kept = tmp_path / export.name, tmp_path / "kept.duckdb"
    link.symlink_to(export)
    with opened("sqlite", link) as trace:
        right = {name: trace.report(name).rows for name in reports}
        convert(trace, str(kept))
    for kind, path in (("checked", link), ("duckdb", kept)):
        with opened(kind, path) as trace:
            assert {name: trace.report(name).rows for name in reports} == right, kind
