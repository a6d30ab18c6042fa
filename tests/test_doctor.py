"""`nsys-duck doctor` and `nsys-duck check`."""

import pytest
from asking import SHARED, run
from tracebuilder import GRAPH, KERNEL, NVTX, RUNTIME, at, push

PID_A, PID_B = 100 << 24, 200 << 24
LAUNCH = {2: "cudaLaunchKernel_v7000", 3: "cudaGraphLaunch_v10000"}


def findings(path):
    """(status, topic, finding, advice) of each line."""
    done = run("doctor", path, "--format", "json")
    assert done.code == 0, done.stderr
    return [tuple(row.values()) for row in done.json]


def of(path, topic):
    """The one finding on a topic, or None."""
    found = [row for row in findings(path) if row[1] == topic]
    assert len(found) <= 1
    return found[0] if found else None


def test_missing_and_empty(lay_out):
    """A table that is not there is missing, with the option that records it; an empty one is not."""
    path = lay_out({KERNEL: [at(0, 1)], RUNTIME: []})
    assert of(path, "kernels")[:3] == ("ok", "kernels", "rows: 1")
    assert of(path, "CUDA API calls, launches, causes of idle time")[2] == "recorded, and empty"
    status, _, finding, advice = of(path, "NVTX ranges and marks")
    assert (status, finding, advice) == ("missing", "not in this export", "--trace=nvtx")


def test_process_without_kernels(lay_out):
    """Two processes launch, only one has kernels: the other is named."""
    path = lay_out(
        {
            RUNTIME: [
                at(0, 1, nameId=2, globalTid=PID_A + 1, correlationId=1),
                at(0, 1, nameId=2, globalTid=PID_B + 1, correlationId=1),
            ],
            KERNEL: [at(2, 3, globalPid=PID_A, correlationId=1)],
        },
        strings={1: "k", **LAUNCH},
    )
    status, _, finding, _ = of(path, "process without kernels")
    assert status == "warning" and "200" in finding and "1 launch" in finding


def test_launches_and_no_kernel_table(lay_out):
    """Launch calls, no kernels at all: not measured, never idle."""
    path = lay_out({RUNTIME: [at(0, 1, nameId=2)]}, strings={1: "k", **LAUNCH})
    assert of(path, "process without kernels")[0] == "warning"
    assert of(path, "kernels")[0] == "missing"


def test_graph_level_tracing(lay_out):
    """Whole graphs are told, with the option that shows their kernels."""
    path = lay_out({GRAPH: [at(0, 100, graphId=3)], KERNEL: [at(120, 130)]})
    status, _, finding, advice = of(path, "CUDA graphs")
    assert status == "warning" and finding.startswith("1 graph launch traced as a whole")
    assert advice == "--cuda-graph-trace=node"


def test_newer_schema_and_unread_tables(lay_out):
    """A schema newer than any tried warns; a table that no view reads is named with its rows."""
    path = lay_out(
        {"META_DATA_EXPORT": [{"name": "EXPORT_SCHEMA_VERSION", "value": "3.99.0"}], KERNEL: [at(0, 1)]},
        sql="CREATE TABLE NVTX_COUNTERS_FUTURE (a); INSERT INTO NVTX_COUNTERS_FUTURE VALUES (1), (2)",
    )
    status, _, finding, _ = of(path, "version")
    assert status == "warning" and "3.99.0" in finding
    assert of(path, "table that no view reads")[2] == "NVTX_COUNTERS_FUTURE (rows: 2)"


def test_open_ranges_and_untimed_rows(lay_out):
    """Both are counted."""
    path = lay_out({KERNEL: [at(0, 0), at(5, 9)], NVTX: [push(3, None, "open")]})
    assert of(path, "open ranges")[2].endswith(": 1")
    assert of(path, "untimed work")[2].endswith(": 1")


def test_text_for_people(lay_out):
    """One line a topic on standard output."""
    done = run("doctor", lay_out({KERNEL: [at(0, 1)]}))
    assert done.code == 0
    assert "missing  NVTX" in done.stdout and "-> --trace=cuda" in done.stdout


@pytest.mark.parametrize(
    "name", ["demo.sqlite", *sorted(p.name for p in (SHARED / "traces").glob("*.sqlite"))]
)
def test_checks_hold(name, tmp_path):
    """No check finds a row, on the demo and on every real export."""
    path = SHARED / "traces" / name
    if name == "demo.sqlite":
        path = tmp_path / name
        run("demo", path)
    done = run("check", path)
    assert done.code == 0, done.stdout
    assert done.stdout.count("ok ") >= 6 and "FAILED" not in done.stdout


def test_what_is_beside_the_events_is_no_finding(lay_out):
    """A thread's name is not a range, a message of two lines is one, lists and files of nsys are not unread events."""
    path = lay_out(
        {
            KERNEL: [at(0, 1)],
            "NVTX_EVENTS": [
                {"start": 0, "eventType": 76, "text": "main thread"},
                {"start": 5, "end": 6, "eventType": 59},
            ],
            "DIAGNOSTIC_EVENT": [{"severity": 2, "text": "one\n  two"}],
            "TARGET_INFO_SYSTEM_ENV": [{"name": "CudaDriverVersion", "value": "13020"}],
        },
        sql="""CREATE TABLE UnwindMethodType (number, name); INSERT INTO UnwindMethodType VALUES (1, 'x');
        CREATE TABLE ProcessStreams (globalPid, filenameId, contentId); INSERT INTO ProcessStreams VALUES (1, 2, 3);
        CREATE TABLE ANALYSIS_FILE (id, filename); INSERT INTO ANALYSIS_FILE VALUES (1, 'x')""",
    )
    assert of(path, "NVTX ranges and marks")[2] == "rows: 1"
    assert "one two" in run("doctor", path).stdout
    assert "no view reads" not in run("doctor", path).stdout
    assert run("query", path, "SELECT cuda_version FROM session").stdout.split() == ["cuda_version", "13.2"]
