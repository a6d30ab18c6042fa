"""Every report against one bare scan of the tables that it reads: one line each, goal and all.

Which tables those are is told by the headers of sql/, so that a new report is measured as soon as it is there.
Raw traces are left out: they print a row for every event, and their time is that of printing.
"""

from collections.abc import Iterator

from bare_scan import EVENTS
from measurements import Figure, measurement
from processes import in_turn, nsys_duck, script
from traces import LARGE, Traces

import nsys_duck as package
from nsys_duck.catalog.files import SqlFile, install_order
from nsys_duck.reports.names import default_set, missing, public_reports

AT_MOST = 3
STATS_AT_MOST = 6


def tables_of(files: list[SqlFile]) -> list[str]:
    """The tables of events that these reports read as they are without parameters, whatever they stand on."""
    needs = [name for file in files for name in file.needs if name not in file.needs_only]
    read = {table for file in install_order(needs) for table in file.reads}
    return [table for table in EVENTS if table in read]


@measurement
def reports(traces: Traces, size: int) -> Iterator[Figure]:
    """Each report that the trace has data for, and `stats`, against a bare scan of its tables."""
    trace = traces.of(size)
    with package.open(trace) as opened:
        known = [file for file in public_reports() if tables_of([file]) and not missing(opened, file)]
    for file in known:
        if not file.name.endswith("_trace"):
            command = nsys_duck("report", file.name, trace)
            yield _against_scan(file.name, command, [file], trace, size, AT_MOST)
    everything = [file for file in known if file.name in default_set()]
    yield _against_scan("stats", nsys_duck("stats", trace), everything, trace, size, STATS_AT_MOST)


def _against_scan(
    name: str, command: list[str], files: list[SqlFile], trace: object, size: int, at_most: int
) -> Figure:
    scan = script("bare_scan.py", trace, *(f"{table}:{EVENTS[table]}" for table in tables_of(files)))
    ours, bare = in_turn(command, scan, times=2, warm_up=False)
    goal = at_most if size == LARGE else None
    return Figure(f"{name} / bare scan", ours.median_s / bare.median_s, "", at_most=goal)
