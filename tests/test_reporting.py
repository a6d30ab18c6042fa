"""The commands report, reports and stats: names, parameters, formats, absent data, files."""

import csv
import json

import pytest
from asking import run
from tracebuilder import GPU, KERNEL, MEMCPY, RUNTIME, at, write_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.catalog.params import bind
from nsys_duck.reports import nsys_csv
from nsys_duck.reports.names import DEFAULT_SET, OLD_NAMES, event_tables, public_reports, resolved
from nsys_duck.trace.trace import Trace


@pytest.fixture
def trace(tmp_path):
    """Two kernels, a copy and a call; names are k."""
    return write_trace(
        tmp_path / "run 1.sqlite",
        {
            KERNEL: [at(0, 1500, deviceId=0, correlationId=1), at(2000, 3000, deviceId=1)],
            MEMCPY: [at(5000, 6000, bytes=1500, copyKind=1)],
            RUNTIME: [at(0, 10, correlationId=1)],
            GPU: [{"id": 0, "name": "T4"}],
        },
    )


def test_csv_in_a_pipe_and_json(trace):
    """Our columns, exact values."""
    done = run("report", "cuda_gpu_kern_sum", trace)
    assert done.code == 0
    assert done.stdout.splitlines()[0].startswith("time_pct,total_ns,instances,avg_ns")
    assert "100.0,2500,2,1250.0,1250.0,1000,1500," in done.stdout
    done = run("report", "cuda_gpu_kern_sum", trace, "--format", "json", "--time-unit", "us")
    assert done.json[0]["total_us"] == 2.5


def test_nsys_headers(trace):
    """Literal headers with the unit, rounding, NULL as nothing."""
    done = run("report", "gpukernsum:base", trace, "--nsys-headers")
    assert done.stdout == (
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
        "100.0,2500,2,1250.0,1250.0,1000,1500,353.6,k\n"
    )
    done = run("report", "cuda_gpu_kern_sum", trace, "--nsys-headers", "--timeunit", "usec")
    assert done.stdout.splitlines()[0].split(",")[1] == "Total Time (us)"
    assert done.stdout.splitlines()[1] == "100.0,2.500,2,1.250,1.250,1.000,1.500,0.354,k"
    done = run("report", "cuda_gpu_trace", trace, "--nsys-headers")
    assert done.stdout.splitlines()[3].split(",")[12:17] == [
        "0.002",
        "1500.000",
        "",
        "",
        "T4 (0)",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.25, "0.3"), (0.35, "0.3"), (1438.45, "1438.5"), (2.5, "2.5"), (0.05, "0.1"), (7, "7.0")],
)
def test_halves_round_away_from_zero(value, text):
    """As SQLite's round() does, on the exact value: 0.35 lies below the half."""
    assert nsys_csv._text("dur1", value, nsys_csv.UNITS["ns"]) == text


def test_device_and_window(trace):
    """A report is restricted as a query is."""
    assert run("report", "cuda_gpu_kern_sum", trace, "--device", "1").stdout.count("1000,1,") == 1
    done = run("report", "cuda_gpu_kern_sum", trace, "--from", "1000", "--to", "2500")
    assert ",1000,2,500.0," in done.stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["cuda_gpu_kern_sun"], "cuda_gpu_kern_sum"),
        (["summary_gpu"], "no report"),
        (["gpu_kernels"], "no report"),
        (["cuda_gpu_kern_sum:bass"], "bass"),
        (["cuda_gpu_kern_sum", "-p", "name_kind=x"], "demangled, base, mangled"),
        (["cuda_gpu_kern_sum", "-p", "nvtx_name=x"], "neither true nor false"),
        (["cuda_gpu_kern_sum", "-p", "rows"], "NAME=VALUE"),
        (["cuda_gpu_kern_sum", "-p", "rows=x"], "not a number"),
        (["cuda_gpu_kern_sum", "-p", "top=3"], "no parameter"),
        (["cuda_gpu_kern_sum", "-p", "rows=1", "-p", "rows=2"], "twice"),
        (["cuda_gpu_kern_sum", "--time-unit", "hours"], "--time-unit"),
        (["cuda_gpu_kern_sum", "--nsys-headers", "--format", "json"], "--nsys-headers"),
    ],
)
def test_wrong_usage(trace, arguments, word):
    """Exit status 2, one line that says what is wrong, nothing on standard output."""
    done = run("report", arguments[0], trace, *arguments[1:])
    assert done.code == 2, done.stderr
    assert done.stdout == ""
    assert word in done.stderr
    assert done.stderr.count("\n") == 1


def test_absent_data(trace):
    """Not zero rows, but what is missing and how to record it."""
    done = run("report", "osrt_sum", trace)
    assert done.code == 1
    assert done.stdout == ""
    assert "run 1.sqlite does not contain OS Runtime trace data. nsys profile --trace=osrt" in done.stderr


def test_empty_table_is_no_absent_one(tmp_path):
    """A table without rows was captured."""
    done = run("report", "cuda_gpu_kern_sum", write_trace(tmp_path / "t.sqlite", {KERNEL: []}))
    assert done.code == 0
    assert done.stdout.count("\n") == 1


def test_stats(trace):
    """Title lines of nsys, tables that fit, what is absent with its reason."""
    done = run("stats", trace, env={"COLUMNS": "100"})
    assert done.code == 0
    assert " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):" in done.stdout
    assert (
        "SKIPPED: run 1.sqlite does not contain OS Runtime trace data. (osrt_sum: --trace=osrt)"
        in done.stdout
    )
    lines = [line for line in done.stdout.splitlines() if not line.startswith("SKIPPED")]
    assert max(map(len, lines)) <= 100
    assert "2.500 us" in done.stdout


def test_stats_of_chosen_reports(trace):
    """As nsys takes them: repeated, in a list, with arguments, by old names; CSV as nsys writes it."""
    done = run("stats", trace, "-r", "cudaapisum,cuda_gpu_kern_sum:base", "--format", "csv", "--nsys-headers")
    assert [line for line in done.stdout.splitlines() if line.startswith(" **")] == [
        " ** CUDA API Summary (cudaapisum):",
        " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum:base):",
    ]
    assert "Time (%),Total Time (ns),Num Calls" in done.stdout


def test_stats_as_json(trace):
    """One object, its keys the reports; skipped ones are told beside it."""
    done = run("stats", trace, "--format", "json")
    assert done.json["cuda_api_sum"][0]["total_ns"] == 10
    assert "SKIPPED: run 1.sqlite" in done.stderr


def test_stats_into_files(trace, tmp_path):
    """BASE_REPORT.csv each; a folder takes the trace's name."""
    done = run("stats", trace, "-o", tmp_path / "out", "-r", "cuda_api_sum,cuda_gpu_kern_sum:base")
    assert (done.code, done.stdout) == (0, "")
    assert (tmp_path / "out_cuda_gpu_kern_sum_base.csv").exists()
    (tmp_path / "folder").mkdir()
    run("stats", trace, "-o", tmp_path / "folder", "-r", "cuda_api_sum", "--format", "json")
    rows = json.loads((tmp_path / "folder" / "run 1_cuda_api_sum.json").read_text())
    assert rows[0]["calls"] == 1


def test_report_into_a_file(trace, tmp_path):
    """The ending tells the format."""
    assert run("report", "cuda_api_sum", trace, "-o", tmp_path / "a.csv").code == 0
    with (tmp_path / "a.csv").open() as file:
        assert [row["calls"] for row in csv.DictReader(file)] == ["1"]


def test_converted_trace_knows_what_was_absent(trace, tmp_path):
    """Its tables are ours, the reason is the same; the figures too."""
    kept = tmp_path / "kept.duckdb"
    assert run("convert", trace, "-o", kept).code == 0
    assert "does not contain OS Runtime trace data" in run("report", "osrt_sum", kept).stderr
    for name in ("cuda_gpu_kern_sum", "cuda_gpu_trace", "cuda_kern_exec_sum"):
        assert (
            run("report", name, kept, "--nsys-headers").stdout
            == run("report", name, trace, "--nsys-headers").stdout
        )


def test_export_of_2020(tmp_path):
    """Headers and labels of the scripts of that time; no median, no standard deviation."""
    path = write_trace(
        tmp_path / "t.sqlite",
        {MEMCPY: [at(0, 10, bytes=2048, copyKind=1)]},
        sql="CREATE TABLE TARGET_INFO_GPU (deviceId INTEGER, name TEXT);"
        "INSERT INTO TARGET_INFO_GPU VALUES (0, 'T4');",
    )
    assert run("report", "gpumemtimesum", path, "--nsys-headers").stdout == (
        "Time(%),Total Time (ns),Operations,Average,Minimum,Maximum,Operation\n"
        "100.0,10,1,10.0,10,10,[CUDA memcpy HtoD]\n"
    )
    assert (
        run("report", "gpumemsizesum", path, "--nsys-headers").stdout.splitlines()[1].startswith("2.000,1,")
    )


def test_reports_lists_them_all():
    """And none that only a command of its own prints."""
    done = run("reports")
    assert {file.name for file in public_reports()} <= set(done.stdout.split())
    assert "summary_gpu " not in done.stdout


@pytest.mark.parametrize("file", public_reports(), ids=lambda file: file.name)
def test_header_of_a_report(file):
    """Columns for nsys are columns of ours, required data have tables, defaults are among the choices."""
    names = {column.name for column in file.columns}
    assert {column.column for column in file.nsys} <= names
    assert {column.form for column in file.nsys} <= {
        "ratio", "dur", "dur1", "ts", "mem", "kib", "thru", "int", "text", "addr", "xyz",
    }  # fmt: skip
    assert all(event_tables(view) for views in file.requires for view in views)
    for param in file.params:
        bind(param, bind(param, None))
    assert file.example


def test_names_of_nsys_lead_to_reports():
    """As far as we have them; arguments go to parameters, of two kinds of name base wins."""
    known = set(catalog())
    assert all(resolved(old)[0].name == new for old, new in OLD_NAMES.items() if new in known)
    assert len([name for name in DEFAULT_SET if name in known]) > 5
    assert resolved("CUDA_gpu_kern_sum:mangled:base:nvtx-name:rows=3")[1] == {
        "name_kind": "base", "nvtx_name": "true", "rows": "3",
    }  # fmt: skip


def test_a_name_with_its_range(trace):
    """The prefix costs its joins only where it is asked for."""
    with Trace(trace) as opened:
        opened.report("cuda_gpu_kern_sum")
        assert "_op_cells" not in opened._installed
        opened.report("cuda_gpu_kern_sum", nvtx_name=True)
        assert "_op_cells" in opened._installed
