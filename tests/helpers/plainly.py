"""The summary of an export worked out by plain Python and sqlite3, row by row, to compare with."""

import re
import sqlite3
from bisect import bisect_right
from collections import defaultdict
from pathlib import Path

KERNEL = "CUPTI_ACTIVITY_KIND_KERNEL"
RUNTIME = "CUPTI_ACTIVITY_KIND_RUNTIME"
WORK = ("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE", "MEM_DECOMPRESS")
RANGES, MARKS = (59, 60, 70, 71), (34, 65)


def merged(spans: list[tuple[int, int]]) -> list[list[int]]:
    """Islands of the union."""
    islands: list[list[int]] = []
    for start, end in sorted(spans):
        if islands and start <= islands[-1][1]:
            islands[-1][1] = max(islands[-1][1], end)
        else:
            islands.append([start, end])
    return islands


def length(islands: list) -> int:
    """Sum of the lengths."""
    return sum(end - start for start, end in islands)


def shared(a: list, b: list) -> int:
    """Time in both of two lists of islands."""
    ends = [end for _, end in b]
    total = 0
    for start, end in a:
        for i in range(bisect_right(ends, start), len(b)):
            if b[i][0] >= end:
                break
            total += min(end, b[i][1]) - max(start, b[i][0])
    return total


def usable(start: int | None, end: int | None) -> bool:
    """Whether the row is timed."""
    return start is not None and end is not None and end >= start and (start, end) != (0, 0)


class Export:
    """An export, read table by table."""

    def __init__(self, path: Path) -> None:
        """Open it read-only."""
        self.db = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        self.db.row_factory = sqlite3.Row
        self.db.text_factory = lambda data: data.decode("utf-8", "backslashreplace")
        self.tables = {
            row[0] for row in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        self.strings = dict(map(tuple, self.rows("StringIds")))

    def rows(self, table: str) -> list[sqlite3.Row]:
        """All rows; none where the table is not there."""
        return self.db.execute(f"SELECT * FROM {table}").fetchall() if table in self.tables else []

    def text(self, key: int) -> str:
        """The string of an id."""
        return self.strings.get(key, f"[{key}]")

    def totals(self, rows: list, name: str) -> list[tuple[str, int, int]]:
        """(name, rows, ns), by ns descending, then name."""
        found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for row in rows:
            entry = found[self.text(row[name])]
            entry[0] += 1
            entry[1] += row["end"] - row["start"] if usable(row["start"], row["end"]) else 0
        return sorted(((text, *entry) for text, entry in found.items()), key=lambda row: (-row[2], row[0]))


def summary(path: Path) -> dict:
    """Times in nanoseconds: (span, busy), kernels, graph nodes, api, nvtx, dispatch, top_kernels."""
    export = Export(path)
    work = []
    for kind in WORK:
        rows = export.rows(f"CUPTI_ACTIVITY_KIND_{kind}")
        work += [(row["start"], row["end"]) for row in rows if usable(row["start"], row["end"])]
    busy = merged(work)
    kernels = export.rows(KERNEL)
    ranges, dispatch = defaultdict(list), []
    for row in export.rows("NVTX_EVENTS"):
        if row["eventType"] not in RANGES + MARKS:
            continue
        text = row["text"] or ("" if row["textId"] is None else export.text(row["textId"]))
        if re.search("^CG_DISPATCH", text):
            dispatch.append((row["start"], text))
        elif row["eventType"] in RANGES and usable(row["start"], row["end"]):
            ranges[text].append((row["start"], row["end"]))
    nvtx = []
    for text, spans in sorted(ranges.items(), key=lambda item: (min(item[1])[0], item[0])):
        islands = merged(spans)
        nvtx.append((text, len(spans), length(spans), length(islands), shared(islands, busy)))
    has_work = any(f"CUPTI_ACTIVITY_KIND_{kind}" in export.tables for kind in WORK)
    return {
        "span": (max(end for _, end in work) - min(work)[0] if work else 0) if has_work else None,
        "busy": length(busy) if has_work else None,
        "kernels": len(kernels) if KERNEL in export.tables else None,
        "nodes": sum(bool(row["graphNodeId"]) for row in kernels if "graphNodeId" in row.keys()),  # noqa: SIM118
        "api": export.totals([row for row in export.rows(RUNTIME) if row["eventClass"] != 67], "nameId"),
        "nvtx": nvtx,
        "dispatch": sorted(dispatch),
        "top_kernels": export.totals(kernels, "shortName"),
    }
