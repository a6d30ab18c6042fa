"""Options that commands on a trace share: windows of time, a GPU, memory, threads, temporary space."""

import re

import pytest
from asking import run
from tracebuilder import KERNEL, NVTX, at, push

from nsys_duck.errors import UsageError
from nsys_duck.output.units import seconds, to_ns
from nsys_duck.trace.window import RangeName, readings

ON_TRACE = ("summarize", "query", "shell", "show")
COUNT = "SELECT count(*) AS n, min(start_ns) AS a, max(end_ns) AS b FROM gpu_kernels"


@pytest.fixture
def trace(lay_out):
    """Kernels [0, 10), [20, 30) on GPU 0 and [25, 60) on GPU 1, under ranges."""
    return lay_out(
        {
            KERNEL: [at(0, 10), at(20, 30), at(25, 60, deviceId=1)],
            NVTX: [
                push(0, 12, "step"),
                push(18, 28, "step"),
                push(30, 31, "a/b@c"),
                push(40, 40, "empty"),
                push(50, None, "open"),
                push(5, 6, "step/1"),
                push(2, 9, "work", domainId=3),
                {"start": 0, "end": None, "eventType": 75, "text": "Lib", "domainId": 3},
            ],
        }
    )


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("1.5s", 1_500_000_000),
        ("200ms", 200_000_000),
        ("10us", 10_000),
        ("10µs", 10_000),
        ("1234", 1234),
        ("1234ns", 1234),
        ("-3ms", -3_000_000),
        ("+1s", 10**9),
        (".5us", 500),
        ("0", 0),
        ("1234567890.123456789s", 1_234_567_890_123_456_789),
        ("9007199254740993", 9_007_199_254_740_993),
    ],
)
def test_times_are_exact(text, ns):
    assert to_ns(text) == ns


@pytest.mark.parametrize(
    "text", ["", "s", "1.5", "1.0000000001s", "1e3", "1 h", "0x10", "nan", "1_000", "9999999999s"]
)
def test_other_times_are_refused(text):
    with pytest.raises(UsageError, match="--from"):
        to_ns(text, "--from")


def test_seconds_have_nine_digits():
    assert [seconds(ns) for ns in (0, 1, -1, 1_500_000_000)] == [
        "0.000000000 s", "0.000000001 s", "-0.000000001 s", "1.500000000 s",
    ]  # fmt: skip


def test_a_range_is_read_plainly_first():
    assert list(readings("a/b@c/2")) == [
        RangeName("a/b@c/2", None, None),
        RangeName("a/b@c", None, 2),
        RangeName("a/b", "c/2", None),
        RangeName("a/b", "c", 2),
    ]


def rows(trace, *args):
    done = run("query", trace, COUNT, "--format", "ndjson", *args)
    return done.json and tuple(done.json.values()), done


def test_a_window_clips(trace):
    values, done = rows(trace, "--from", "5", "--to", "22ns")
    assert values == (2, 5, 22)
    assert "window: 0.000000005 s to 0.000000022 s (0.000000017 s)" in done.stderr
    assert "clipped" in done.stderr and "not of the window's length" in done.stderr


@pytest.mark.parametrize(
    ("args", "values"),
    [
        (["--from", "26"], (2, 26, 60)),
        (["--to", "26"], (3, 0, 26)),
        (["--from", "-1s", "--to=0.000000001s"], (1, 0, 1)),
        (["--from", "100"], (0, None, None)),
    ],
)
def test_a_side_may_be_open(trace, args, values):
    assert rows(trace, *args)[0] == values


def test_a_window_holds_for_summarize_and_show(trace):
    done = run("summarize", trace, "--from", "5", "--to", "25", "--device", "0")
    assert done.json["gpu_activity_span_s"] == 2e-8 and done.json["gpu_busy_union_s"] == 1e-8
    assert "window_from_ns" in run("show", "gpu_kernels", trace, "--from", "5").stdout


def test_during_takes_the_first_and_says_so(trace):
    values, done = rows(trace, "--during", "step")
    assert values == (1, 0, 10)
    assert "'step' is the first of 2 ranges" in done.stderr


@pytest.mark.parametrize(
    ("during", "values"),
    [
        ("step/0", (1, 0, 10)),
        ("step@Default/1", (2, 20, 28)),
        ("step/1", (1, 5, 6)),  # that is a text of the trace
        ("a/b@c", (1, 30, 31)),
        ("work@Lib", (1, 2, 9)),
        ("work@Lib/0", (1, 2, 9)),
    ],
)
def test_during_names_domain_and_number(trace, during, values):
    found, done = rows(trace, "--during", during)
    assert found == values
    assert "is the first of" not in done.stderr


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["--during", "stop"], 1, "the nearest are: step@Default"),
        (["--during", "open"], 1, "no NVTX range with an end"),
        (["--during", "step@Lib"], 1, "no NVTX range"),
        (["--during", "step/2"], 2, "there is no /2"),
        (["--during", "empty"], 2, "has no length"),
        (["--during", "step", "--to", "5"], 2, "--during names a window already"),
        (["--from", "9", "--to", "9"], 2, "the window"),
        (["--from", "9us", "--to", "1us"], 2, "the window"),
        (["--from", "soon"], 2, "--from: 'soon' is no time"),
        (["--to", "1.5"], 2, "--to: '1.5' is no whole number"),
        (["--device", "7"], 2, "no GPU 7"),
        (["--memory-limit", "much"], 2, "--memory-limit"),
        (["--threads", "0"], 2, "--threads"),
        (["--temp-dir", "/nonexistent/x"], 1, "temporary folder"),
    ],
)
def test_what_does_not_fit_is_one_error(trace, args, code, told):
    done = run("query", trace, COUNT, *args)
    assert (done.code, done.stdout) == (code, "")
    assert told in done.stderr and "Traceback" not in done.stderr


def test_during_without_any_range(lay_out):
    done = run("query", lay_out({KERNEL: [at(0, 1)]}), COUNT, "--during", "x")
    assert done.code == 1 and "no such ranges at all" in done.stderr


def test_resources_are_taken(trace, tmp_path):
    spill = tmp_path / "spill"
    spill.mkdir()
    args = ["--memory-limit", "200MB", "--threads", "1", "--temp-dir", spill]
    sql = "SELECT current_setting('memory_limit') AS m, current_setting('threads') AS t"
    done = run("query", trace, sql, "--format", "ndjson", *args)
    assert done.json == {"m": "190.7 MiB", "t": 1}
    assert list(spill.iterdir()) == []


def test_more_than_memory_spills_and_finishes(trace, tmp_path):
    sql = "SELECT count(*) AS n FROM (SELECT i FROM range(8000000) AS t(i) ORDER BY hash(i) LIMIT 7900000)"
    args = ["--memory-limit", "60MB", "--threads", "2", "--temp-dir", tmp_path, "--format", "ndjson"]
    assert run("query", trace, sql, *args).json == {"n": 7_900_000}


@pytest.mark.parametrize("command", ON_TRACE)
def test_every_command_on_a_trace_has_them(command):
    told = run(command, "--help").stdout
    for option in ("--from", "--to", "--during", "--device", "--memory-limit", "--threads", "--temp-dir"):
        assert option in told, option


def test_help_is_grouped_and_has_examples():
    told = run("--help").stdout
    assert "Questions to a trace:" in told and "Exit status" in told and "wrong usage" in told
    for command in re.findall(r"^  (\w+)  ", told, re.M):
        assert f"Example: nsys-duck {command}" in run(command, "--help").stdout, command
