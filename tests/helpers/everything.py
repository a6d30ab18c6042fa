"""A trace with a row in every table that export_schema.txt knows, to run everything there is."""

from pathlib import Path

from tracebuilder import schema, write_trace


def write_everything(path: Path) -> Path:
    """Two rows a table, with a value in each column, that lie on the same process, thread and names."""
    tables = {}
    for table, columns in schema().items():
        if table != "StringIds":
            tables[table] = [{column.name: value(column, i) for column in columns} for i in (1, 2)]
    return write_trace(path, tables, strings={1: "cudaLaunchKernel_v7000", 2: "ncclDevKernel_AllReduce"})


def value(column, i: int) -> object:
    """A value that makes rows of different tables meet."""
    name = column.name
    if column.type == "TEXT":
        return "[]" if "json" in name.lower() else str(i)
    if column.type == "REAL":
        return i / 2
    if name in ("start", "timestamp", "rawTimestamp"):
        return 100 * i
    if name in ("end",):
        return 100 * i + 50
    if name in ("globalTid", "endGlobalTid"):
        return (1 << 24) + i
    if name in ("globalPid", "globalVid"):
        return 1 << 24
    if name in ("pid", "processId"):
        return 1
    if name == "eventType":
        return 59 if i == 1 else 34
    return i
