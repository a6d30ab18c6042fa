"""Every view and column of sql/trace on exports that have nothing, that are odd, and within a window."""

import sqlite3

import pytest
from tracebuilder import KERNEL, PID, TID, at

from nsys_duck.catalog.files import catalog, known_tables
from nsys_duck.trace.trace import Trace

VIEWS = [file for file in catalog().values() if file.layer == "trace" and file.kind == "view"]
EVENTS = [file for file in VIEWS if file.is_public and any(c.name == "event_id" for c in file.columns)]
ALWAYS_ROWS = {"session", "coverage", "strings"}


@pytest.mark.parametrize("file", VIEWS, ids=lambda file: file.name)
def test_empty_view_is_typed(file, empty_trace):
    """Where the export has no table, the view has no rows, and the columns and types of its header."""
    with Trace(empty_trace) as trace:
        described = [(row[0], row[1]) for row in trace.answer(f"DESCRIBE {file.name}").rows]
        rows = trace.answer(f"SELECT count(*) FROM {file.name}").rows[0][0]
    assert described == [(column.name, column.type) for column in file.columns]
    assert rows == 0 or file.name in ALWAYS_ROWS or not file.is_public


@pytest.mark.parametrize("file", EVENTS, ids=lambda file: file.name)
def test_event_view_begins_alike(file):
    """Event views begin with the same four columns and can be cut to a window."""
    first = [(column.name, column.type, column.unit) for column in file.columns[:4]]
    assert first == [
        ("event_id", "BIGINT", None),
        ("start_ns", "BIGINT", "ns"),
        ("end_ns", "BIGINT", "ns"),
        ("duration_ns", "BIGINT", "ns"),
    ]
    assert any(catalog()[name].window for name in (file.name, *file.needs))


def test_window_keeps_points_and_clips_intervals(lay_out):
    """Samples within the window stay as they are; intervals are clipped to it; untimed rows go."""
    path = lay_out(
        {
            "GPU_METRICS": [
                {"timestamp": t, "typeId": 0, "metricId": 1, "value": t} for t in (5, 10, 19, 20)
            ],
            "OSRT_API": [at(0, 12), at(15, 30), at(20, 25)],
            "SCHED_EVENTS": [
                {"start": t, "cpu": 0, "isSchedIn": t % 2, "globalTid": TID} for t in (1, 14, 17)
            ],
            "CUPTI_ACTIVITY_KIND_CUDA_EVENT": [{"timestamp": 0}, {"timestamp": 11}],
        }
    )
    with Trace(path) as trace:
        trace.restrict_to_window(10, 20)
        ask = "SELECT start_ns, end_ns, duration_ns FROM {} ORDER BY start_ns"
        assert trace.answer(ask.format("gpu_metrics")).rows == [(10, None, None), (19, None, None)]
        assert trace.answer(ask.format("os_runtime")).rows == [(10, 12, 2), (15, 20, 5)]
        changes = trace.answer(ask.format("sched_events")).rows
        assert changes == [(10, 14, 4), (14, 17, 3), (17, None, None)]
        assert trace.answer(ask.format("cuda_events")).rows == [(11, None, None)]


def test_coverage_counts_every_known_table(lay_out):
    """Coverage has each table that a view reads once, with the rows that SQLite counts."""
    path = lay_out(
        {KERNEL: [at(0, 1)] * 3, "MPI_RANKS": []},
        sql="CREATE TABLE GPU_METRICS (timestamp INTEGER); INSERT INTO GPU_METRICS VALUES ('text'), (x'ff')",
    )
    with Trace(path) as trace:
        rows = trace.answer("SELECT table_name, is_captured, row_count FROM coverage").rows
    assert sorted(row[0] for row in rows) == list(known_tables())
    with sqlite3.connect(path) as db:
        stored = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        counts = {table: db.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in stored}
    assert {name: count for name, there, count in rows if there} == counts
    assert all(count is None for _, there, count in rows if not there)


def test_every_table_of_events_says_how_to_record_it(empty_trace):
    """Only what nsys writes by itself has no option."""
    with Trace(empty_trace) as trace:
        rows = trace.answer("SELECT table_name FROM coverage WHERE how_to_record IS NULL").rows
    by_itself = r"StringIds|ThreadNames|PROCESSES|PROFILER_OVERHEAD|DIAGNOSTIC_EVENT|ANALYSIS_DETAILS"
    kinds = (*by_itself.split("|"), "ENUM_", "META_DATA_", "EXPORT_META_DATA", "TARGET_INFO_")
    assert [name for (name,) in rows if not name.startswith(kinds)] == []


def test_values_that_do_not_fit_are_missing_not_fatal(lay_out):
    """Text where a number belongs and bytes that are not UTF-8 do not end the question."""
    path = lay_out(
        {
            "OSRT_API": [at(0, 10, nameId=1, eventClass=27)],
            "META_DATA_CAPTURE": [{"name": "PROCESS_0:COMMAND", "value": "x"}],
        },
        sql="""
            UPDATE OSRT_API SET returnValue = 'much';
            INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:ENVIRONMENT_VARIABLE', CAST(x'41ff' AS TEXT));
        """,
    )
    with Trace(path) as trace:
        assert trace.answer("SELECT duration_ns, return_value FROM os_runtime").rows == [(10, None)]
        values = trace.answer("SELECT value FROM capture ORDER BY position").rows
        assert values == [("x",), ("(redacted)",)]
        assert trace.answer("SELECT count(*) FROM coverage WHERE is_captured").rows == [(3,)]


def test_high_global_ids_do_not_overflow(lay_out):
    """Ids with the highest bit set are negative in SQLite; they stay what they are."""
    high = PID - (1 << 63)
    path = lay_out(
        {
            "MPI_RANKS": [{"globalTid": high + 1, "rank": 3}],
            "MPI_OTHER_EVENTS": [at(0, 1, globalTid=high + 1)],
            "PROCESSES": [{"globalPid": high, "pid": 1, "name": "p"}],
            "TARGET_INFO_CUDA_STREAM": [
                {"streamId": 7, "hwId": 128, "vmId": 0, "processId": 1, "contextId": 1}
            ],
        }
    )
    with Trace(path) as trace:
        assert trace.answer("SELECT pid, tid, global_pid, rank FROM mpi_events").rows == [(1, 1, high, 3)]
        assert trace.answer("SELECT pid, rank FROM processes").rows == [(1, 3)]
        assert trace.answer("SELECT pid, global_pid FROM streams").rows == [(1, None)]
