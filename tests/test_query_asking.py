"""`nsys-duck query`: terminals, where the SQL comes from, parameters, errors, output files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from asking import COMMAND, contents, run
from terminal import Terminal
from tracebuilder import KERNEL, NVTX, at, push

BIG = 2**53 + 1


@pytest.fixture
def trace(lay_out):
    """Two kernels of 2^53 + 1 ns each, and a range."""
    return lay_out(
        {KERNEL: [at(0, BIG), at(BIG, 2 * BIG, shortName=2)], NVTX: [push(0, 5, "step")]},
        strings={1: "k", 2: "gemm"},
    )


def query(trace, sql, *args, **options):
    """Run the command; CSV unless `args` say otherwise."""
    return run("query", trace, sql, *args, **options)


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_is_not_for_terminals(trace, form):
    terminal = Terminal("query", trace, "SELECT 1", "--format", form)
    assert terminal.finish() == 2 and "add -o FILE" in terminal.plain
    terminal.close()


def test_a_terminal_shows_a_table(trace):
    sql = f"SELECT 'short' AS text, {BIG} AS number, repeat('long', 99) AS long, 1.5 AS last"
    terminal = Terminal("query", trace, sql, width=70)
    assert terminal.finish() == 0
    lines = terminal.plain.splitlines()
    assert lines[0] == "text             number  long                                     last"
    assert lines[2] == "short  9007199254740993  longlonglonglonglonglongl…glonglonglong   1.5"
    assert all(len(line) <= 70 for line in lines) and "\x1b[1m" in terminal.text
    terminal.close()


def test_a_terminal_without_colour(trace):
    terminal = Terminal("query", trace, "SELECT 1 AS a", env={"NO_COLOR": "1"})
    assert terminal.finish() == 0 and "\x1b[3" not in terminal.text
    terminal.close()


def test_a_terminal_says_what_it_leaves_out(trace):
    terminal = Terminal(
        "query", trace, "SELECT i, *  FROM range(1234) AS t(i), gpu_kernels WHERE short_name = 'k'"
    )
    assert terminal.finish() == 0
    assert "the first 200 of 1,234 rows" in terminal.plain and "in all these rows: " in terminal.plain
    terminal.close()


def test_names_in_the_trace_cannot_reach_the_terminal(lay_out):
    trace = lay_out({KERNEL: [at(0, 1)]}, strings={1: "evil\x1b]0;x\x07\u202e"})
    terminal = Terminal("query", trace, "SELECT short_name FROM gpu_kernels")
    terminal.finish()
    assert "evil\\u001b]0;x\\u0007\\u202e" in terminal.plain and "\x1b]0" not in terminal.text
    terminal.close()


def test_explain_is_readable(trace):
    done = query(trace, "EXPLAIN SELECT count(*) FROM gpu_kernels WHERE duration_ns > $x", "-p", "x=1")
    assert done.code == 0 and done.stdout.startswith("┌") and "\\n" not in done.stdout
    assert "Total Time" in query(trace, "/* why */ EXPLAIN ANALYZE SELECT 1;").stdout


def test_sql_from_a_file_and_from_standard_input(trace, tmp_path):
    file = tmp_path / "q.sql"
    file.write_text("\ufeff-- how many\nSELECT count(*) AS n\nFROM gpu_kernels; -- done\n")
    assert run("query", trace, "-f", file).stdout == "n\n2\n"
    piped = subprocess.run(
        [COMMAND, "query", str(trace), "-"], input=b"SELECT 5 AS n;", capture_output=True, check=True
    )
    assert piped.stdout == b"n\n5\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "give the SQL"),
        (["SELECT 1", "-f", "x.sql"], "give the SQL"),
        (["-f", "missing.sql"], "missing.sql: cannot be read"),
        (["SELECT $a + $b", "-p", "a=1"], "no value for $b: add --param"),
        (["SELECT $a", "-p", "a=1", "-p", "c=1"], "no parameter $c; it has: $a"),
        (["SELECT 1", "-p", "a=1"], "it has: none"),
        (["SELECT $a", "-p", "a"], "is not NAME=VALUE"),
        (["SELECT $a", "-p", "a=1", "-p", "a=2"], "a is given twice"),
        (["SELECT ?"], "parameters have names"),
        (["SELEC 1"], 'does not parse: syntax error at or near "SELEC" (LINE 1: SELEC 1)'),
        (["SELECT 1 +"], "does not parse"),
        (["  "], "no statement"),
        (["SELECT 1", "--format", "xml"], "xml"),
        (["SELECT 1", "-o", "out.xyz"], "no format has the ending '.xyz'"),
    ],
)
def test_wrong_usage_is_exit_2(trace, tmp_path, args, told):
    done = run("query", trace, *args, cwd=tmp_path)
    assert (done.code, done.stdout) == (2, "")
    assert told in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("FROM gpu_kernel", "no view is called gpu_kernel; did you mean gpu_kernels"),
        ("FROM nothing_like_it", "no view is called nothing_like_it; nsys-duck list names them all"),
        ("FROM StringIds", "StringIds is a table of the export: write raw.StringIds"),
        ("FROM raw.StringId", "did you mean raw.StringIds"),
        ("SELECT kernel_nam FROM gpu_kernels", "no column kernel_nam; did you mean kernel_name"),
        ("SELECT interval_en(1, 2)", "no function is called interval_en; did you mean interval_end"),
        ("FROM interval_unio('x')", "did you mean interval_union"),
        ("SELECT 'x'::INTEGER", "Could not convert string 'x'"),
        ("SELECT error('no')", "no"),
        ("SELECT CASE WHEN i = 699999 THEN error('late') ELSE i END FROM range(700000) AS t(i)", "late"),
    ],
)
def test_what_fails_is_exit_1_in_one_line(trace, tmp_path, sql, told):
    for extra in ([], ["--format", "json", "-o", tmp_path / "out.json"]):
        done = query(trace, sql, *extra)
        assert done.code == 1 and told in done.stderr and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.glob("*out*")) == []


def test_parameters_are_numbers_or_text(trace):
    sql = "SELECT typeof($a) AS a, typeof($b) AS b, typeof($c) AS c, $d AS d, $e || '' AS e, $f AS f"
    values = ["a=5", "b=1.5", "c=007", "d=it's; --", "e=", "$f=9007199254740993"]
    done = query(trace, sql, "--format", "ndjson", *(arg for value in values for arg in ("--param", value)))
    assert done.json == {"a": "INTEGER", "b": "DOUBLE", "c": "VARCHAR", "d": "it's; --", "e": "", "f": BIG}


def test_the_output_is_not_the_trace(trace):
    before = contents(trace.parent)
    done = query(trace, "SELECT 1", "-o", trace, "--format", "csv")
    assert done.code == 2 and "is the trace itself" in done.stderr
    assert contents(trace.parent) == before


def test_an_output_stays_as_it_was_where_a_query_fails(trace, tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("before")
    sql = "SELECT CASE WHEN i = 699999 THEN error('late') ELSE i END AS i FROM range(700000) AS t(i)"
    assert query(trace, sql, "-o", target).code == 1
    assert target.read_text() == "before" and len(list(tmp_path.iterdir())) == 2
    assert query(trace, "SELECT 1 AS a", "-o", target).code == 0
    assert target.read_text() == "a\n1\n"


def test_an_output_that_cannot_be_written(trace, tmp_path):
    for target in (tmp_path / "no" / "out.csv", tmp_path / "no" / "out.parquet"):
        done = query(trace, "SELECT 1", "-o", target)
        assert done.code == 1 and "cannot be written" in done.stderr
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([COMMAND, "query", str(trace), "SELECT 1"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and b"No space left" in done.stderr and b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error_text(trace):
    with subprocess.Popen(
        [COMMAND, "query", str(trace), "FROM range(5000000)"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"range\n"
        process.stdout.close()
        assert process.stderr.read() == b""


def test_values_that_do_not_fit_are_told_once(lay_out):
    trace = lay_out(
        {KERNEL: [at(i, i + 1) for i in range(3000)] + [at(5000, "abc")]}, strings={1: b"ker\xffnel"}
    )
    done = query(
        trace, "SELECT count(*) AS n, count(end_ns) AS e, any_value(short_name) AS s FROM gpu_kernels"
    )
    assert done.stdout == "n,e,s\n3001,3000,ker\\xFFnel\n"
    assert done.stderr.count("some values do not fit") == 1
    rows = query(trace, "SELECT end_ns FROM gpu_kernels").stdout.splitlines()
    assert len(rows) == 3002 and len(set(rows)) == 3002


def test_many_rows_stream_in_little_memory(trace):
    sql = "SELECT i, 'abc' AS s FROM range(700000) AS t(i)"
    code = (
        "import sys; from nsys_duck.cli.app import app\n"
        "try: app(sys.argv[1:])\n"
        "finally: print(*[line for line in open('/proc/self/status') if 'VmHWM' in line], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "query", str(trace), sql, "--format", "json"],
        capture_output=True,
        check=True,
    )
    assert len(json.loads(done.stdout)) == 700_000
    assert int(done.stderr.split()[1]) < 170_000  # kB; the result alone is 20 MB of text
