"""The figures of `summarize` in plain Python: sqlite3, dictionaries, sorting, bisection.

plain_python.py TRACE: prints JSON with the names of `summarize`. Written as one would write it by hand
for one's own traces: every table is read once, nothing is compared pair by pair, and what real exports
lack or spoil is not provided for.
"""

import json
import re
import sqlite3
import sys
from bisect import bisect_right
from collections import defaultdict

TOP = 20
DISPATCH = re.compile("^CG_DISPATCH")


def union(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping and touching intervals merged, in order."""
    merged = []
    last_start = last_end = None
    for start, end in sorted(intervals):
        if last_end is None or start > last_end:
            if last_end is not None:
                merged.append((last_start, last_end))
            last_start, last_end = start, end
        elif end > last_end:
            last_end = end
    if last_end is not None:
        merged.append((last_start, last_end))
    return merged


def length(intervals: list[tuple[int, int]]) -> int:
    """The summed length of intervals."""
    return sum(end - start for start, end in intervals)


class Busy:
    """The busy time before any moment, from prefix sums over the islands."""

    def __init__(self, islands: list[tuple[int, int]]) -> None:
        """Sum up the lengths of `islands`, which are in order."""
        self.islands = islands
        self.starts = [start for start, _ in islands]
        self.before = [0]
        for start, end in islands:
            self.before.append(self.before[-1] + end - start)

    def until(self, moment: int) -> int:
        """Busy time before `moment`."""
        index = bisect_right(self.starts, moment)
        if index == 0:
            return 0
        start, end = self.islands[index - 1]
        return self.before[index - 1] + min(moment, end) - start


def ranked(totals: dict[int, list[int]], strings: dict[int, str]) -> list[tuple[str, list]]:
    """(name, [count, seconds]) by time, then name; ids of one name stand together."""
    named = defaultdict(lambda: [0, 0])
    for name_id, (count, total) in totals.items():
        entry = named[strings.get(name_id, f"[{name_id}]")]
        entry[0] += count
        entry[1] += total
    order = sorted(named.items(), key=lambda item: (-item[1][1], item[0]))
    return [(name, [count, total / 1e9]) for name, (count, total) in order[:TOP]]


def device_work(database: sqlite3.Connection):
    """The intervals of device work, kernel totals by name id, and the number of graph nodes."""
    work = []
    totals = defaultdict(lambda: [0, 0])
    graph_nodes = 0
    for start, end, name, node in database.execute(
        "SELECT start, end, shortName, graphNodeId FROM CUPTI_ACTIVITY_KIND_KERNEL"
    ):
        work.append((start, end))
        entry = totals[name]
        entry[0] += 1
        entry[1] += end - start
        if node:
            graph_nodes += 1
    for table in ("CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET"):
        work.extend(database.execute(f"SELECT start, end FROM {table}"))
    return work, totals, graph_nodes


def api_totals(database: sqlite3.Connection) -> dict[int, list[int]]:
    """Calls and time by name id."""
    totals = defaultdict(lambda: [0, 0])
    for start, end, name, event_class in database.execute(
        "SELECT start, end, nameId, eventClass FROM CUPTI_ACTIVITY_KIND_RUNTIME"
    ):
        if event_class != 67:
            entry = totals[name]
            entry[0] += 1
            entry[1] += end - start
    return totals


def nvtx_ranges(database: sqlite3.Connection, strings: dict[int, str], busy: Busy):
    """Figures by text in the order of the first starts, and the dispatch events in order."""
    ranges = defaultdict(list)
    events = []
    for start, end, kind, text, text_id in database.execute(
        "SELECT start, end, eventType, text, textId FROM NVTX_EVENTS WHERE eventType IN (34, 59, 60)"
    ):
        text = text or strings.get(text_id, "")
        if DISPATCH.search(text):
            events.append((start, text))
        elif kind != 34 and end is not None:
            ranges[text].append((start, end))
    figures = {}
    for text, found in sorted(ranges.items(), key=lambda item: (min(item[1])[0], item[0])):
        merged = union(found)
        overlap = sum(busy.until(end) - busy.until(start) for start, end in merged)
        figures[text] = {
            "count": len(found),
            "sum_s": length(found) / 1e9,
            "union_s": length(merged) / 1e9,
            "gpu_overlap_s": overlap / 1e9,
        }
    return figures, sorted(events)


def main() -> None:
    """Summarize the trace named on the command line."""
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    strings = dict(database.execute("SELECT id, value FROM StringIds"))
    work, kernels, graph_nodes = device_work(database)
    islands = union(work)
    span = max(end for _, end in work) - min(start for start, _ in work)
    busy = length(islands)
    nvtx, events = nvtx_ranges(database, strings, Busy(islands))
    dispatch = defaultdict(int)
    for _, text in events:
        dispatch[text] += 1
    figures = {
        "gpu_activity_span_s": span / 1e9,
        "gpu_busy_union_s": busy / 1e9,
        "gpu_idle_within_span_s": (span - busy) / 1e9,
        "kernel_count": sum(count for count, _ in kernels.values()),
        "graph_node_kernel_count": graph_nodes,
        "api": dict(ranked(api_totals(database), strings)),
        "nvtx": nvtx,
        "dispatch": dispatch,
        "dispatch_timeline": [{"start_ns": start, "name": text} for start, text in events],
        "top_kernels": ranked(kernels, strings),
    }
    print(json.dumps(figures, indent=2))


main()
