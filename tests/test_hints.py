"""What a user who went astray is told to do next."""

import pytest
from asking import run
from tracebuilder import KERNEL, MEMCPY, RUNTIME, at, write_trace

from nsys_duck.trace.trace import Trace


@pytest.fixture
def trace(tmp_path):
    """A kernel and its call, and no copy."""
    return write_trace(tmp_path / "t.sqlite", {KERNEL: [at(1000, 2000)], RUNTIME: [at(0, 10)]})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["html", "--jobs", 0], "'--jobs': 0 is not in the range x>=1; see nsys-duck html -h"),
        (["report", "--bogus"], "No such option: --bogus; see nsys-duck report -h"),
        (["summarize"], "Missing argument 'TRACE'; see nsys-duck summarize -h"),
        (["sumarize"], "Did you mean 'summarize'? See nsys-duck -h"),
    ],
)
def test_wrong_usage_is_one_line(asked, told):
    """Whatever does not parse."""
    done = run(*asked)
    assert done.code == 2 and told in done.stderr and not done.stdout
    assert done.stderr.startswith("nsys-duck: error: ") and done.stderr.count("\n") == 1


def test_a_report_is_no_command(trace):
    """The command that prints it is told."""
    done = run("cuda_api_sum:base", trace)
    assert done.code == 2 and f"nsys-duck report cuda_api_sum:base {trace}" in done.stderr


def test_numbers_of_rows(trace):
    """-1 is all, as in nsys; less is none."""
    done = run("report", "cuda_api_sum", trace, "-p", "rows=-5")
    assert done.code == 2 and "rows: -5 is not a number of rows" in done.stderr
    assert run("report", "cuda_api_sum", trace, "-p", "rows=-1").stdout.count("\n") == 2
    assert run("report", "gpu_gaps", trace, "-p", "rows=-1").code == 0


def test_standard_output_by_name(trace, tmp_path):
    """As in nsys, - is no file."""
    done = run("report", "cuda_api_sum", trace, "-o", "-", cwd=tmp_path)
    assert done.stdout.startswith("time_pct,")
    done = run("stats", trace, "-r", "cuda_api_sum", "--format", "csv", "-o", "-", cwd=tmp_path)
    assert "time_pct," in done.stdout and [path.name for path in tmp_path.iterdir()] == [trace.name]
    done = run("stats", trace, "-r", "cuda_api_sum", "-o", "out", cwd=tmp_path)
    assert "wrote 1 file: out_*.csv" in done.stderr


def test_nothing_asked_is_answered_with_the_help():
    """As wrong usage, since whoever meant a command forgot it."""
    done = run()
    assert done.code == 2 and "Questions to a trace" in done.stderr and not done.stdout


def test_name_and_trace_in_the_wrong_order(trace):
    """Both commands that take a name take it first."""
    for verb, name in (("report", "cuda_gpu_kern_sum"), ("show", "gpu_kernels")):
        done = run(verb, trace, name)
        assert done.code == 2 and f"nsys-duck {verb} {name} {trace}" in done.stderr
        assert done.stderr.count("\n") == 1


def test_tables_of_a_converted_trace(trace, tmp_path):
    """It has none of the export's own."""
    assert run("convert", trace, "-o", tmp_path / "t.duckdb").code == 0
    done = run("query", tmp_path / "t.duckdb", "FROM raw.CUPTI_ACTIVITY_KIND_KERNEL")
    assert done.code == 1 and "ask the export itself" in done.stderr


def test_an_empty_window(trace):
    """Where the device work lies; nothing of that where there is some."""
    told = "device work runs from 0.000001000 s to 0.000002000 s"
    empty = ("--from", "1s", "--to", "2s")
    assert told in run("report", "cuda_gpu_kern_sum", trace, "--format", "table", *empty).stderr
    assert told in run("summarize", trace, *empty).stderr
    assert "device work runs" not in run("summarize", trace, "--from", "0", "--to", "1500").stderr
    assert "device work runs" not in run("summarize", trace).stderr


def test_no_copies_is_not_a_lack(trace, tmp_path):
    """Where CUDA was traced, copies that are not there did not happen."""
    with Trace(trace) as opened:
        found = {topic: (status, advice) for _, status, topic, _, advice in opened.report("doctor").rows}
    assert found["copies"] == ("ok", None) and found["NVTX ranges and marks"] == ("missing", "--trace=nvtx")
    assert found["synchronisation"] == ("missing", None)
    with Trace(write_trace(tmp_path / "n.sqlite", {"NVTX_EVENTS": [{"start": 0}]})) as opened:
        found = {topic: (status, advice) for _, status, topic, _, advice in opened.report("doctor").rows}
    assert found["copies"] == ("missing", "--trace=cuda") and MEMCPY not in found


def test_table_macros_stand_under_analysis():
    """Where one looks for them."""
    listed = run("list").stdout
    analysis = listed[listed.index("Analysis:") : listed.index("Macros")]
    assert "comm_overlap" in analysis and "dispatch_steps" in analysis and "fold_ids" not in analysis
