"""`nsys-duck query`: formats, exact integers, parameters, errors, and that nothing can be written."""

import csv
import io
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from asking import COMMAND, contents, run
from terminal import Terminal
from tracebuilder import KERNEL, NVTX, at, push

import nsys_duck

BIG = 2**53 + 1
VALUES = (
    "SELECT 1::TINYINT AS a, 9007199254740993 AS b, sum(9007199254740993)::HUGEINT * 1000000000 AS c, "
    "NULL AS d, '' AS e, 'x,\"y\"\n\tz|\\' AS f, 'nan'::DOUBLE AS g, '-inf'::DOUBLE AS h, 0.1::DOUBLE AS i, "
    "1.50::DECIMAL(9, 2) AS j, true AS k, '\\xFF\\x00a'::BLOB AS l, "
    "{'m': [1, NULL], 'n': 'inf'::DOUBLE} AS m, MAP {'p': 'NaN'} AS n, "
    "TIMESTAMP_NS '2020-01-01 00:00:00.123456789' AS o, "
    "TIMESTAMPTZ '2020-01-01 00:00:00+00' AS p, INTERVAL 1 MONTH AS q, '[1, 2]'::JSON AS r, 'é😀' AS s, "
    "'z' AS a, -170141183460469231731687303715884105727::HUGEINT AS t"
)


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


def test_json_is_an_array_of_rows_in_column_order(trace):
    done = query(trace, VALUES, "--format", "json")
    assert done.stderr == ""
    (row,) = json.loads(done.stdout, parse_float=str)
    assert list(row) == [*"abcdefghijklmnopqrs", "a_1", "t"]
    assert row == {
        "a": 1, "b": BIG, "c": BIG * 10**9, "d": None, "e": "", "f": 'x,"y"\n\tz|\\', "g": None, "h": None,
        "i": "0.1", "j": "1.50", "k": True, "l": "\\xFF\\x00a", "m": {"m": [1, None], "n": None},
        "n": {"p": "NaN"}, "o": "2020-01-01 00:00:00.123456789", "p": "2020-01-01 00:00:00+00",
        "q": "1 month", "r": [1, 2], "s": "é😀", "a_1": "z", "t": -(2**127) + 1,
    }  # fmt: skip


def test_ndjson_is_an_object_a_line(trace):
    done = query(trace, "FROM range(3) AS t(i)", "--format", "ndjson")
    assert done.stdout == '{"i": 0}\n{"i": 1}\n{"i": 2}\n'


def test_csv_in_a_pipe_keeps_null_and_empty_apart(trace):
    done = query(trace, VALUES)
    names, values = csv.reader(io.StringIO(done.stdout, newline=""))
    row = dict(zip(names, values, strict=True))
    assert row["b"] == str(BIG) and row["c"] == str(BIG * 10**9) and row["t"] == str(-(2**127) + 1)
    assert row["f"] == 'x,"y"\n\tz|\\' and row["k"] == "true" and row["m"].startswith('{"m":[1,null]')
    assert query(trace, "SELECT NULL AS a, '' AS b, ' x' AS c, 'y' AS d").stdout == 'a,b,c,d\n,""," x",y\n'


def test_tsv_and_markdown_escape_what_they_must(trace):
    sql = "SELECT 'a\tb\nc\\d' AS t, 'p|q' AS p, 12 AS n, chr(27) || '[31m' AS e"
    assert query(trace, sql, "--format", "tsv").stdout == ("t\tp\tn\te\na\\tb\\nc\\\\d\tp|q\t12\t\x1b[31m\n")
    assert query(trace, sql, "--format", "markdown").stdout.splitlines() == [
        "| t | p | n | e |",
        "| --- | --- | ---: | --- |",
        "| a\\tb\\nc\\d | p\\|q | 12 | \\u001b[31m |",
    ]


def test_no_rows(trace):
    sql = "SELECT 1 AS a, 'b' AS b WHERE false"
    assert query(trace, sql, "--format", "json").stdout == "[]\n"
    assert query(trace, sql, "--format", "ndjson").stdout == ""
    assert query(trace, sql).stdout == "a,b\n"
    assert query(trace, sql, "--format", "table").stdout.splitlines()[0] == "a  b"


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "ndjson", "markdown", "table"])
def test_sums_of_nanoseconds_are_exact(trace, form):
    done = query(trace, "SELECT sum(duration_ns) AS ns FROM gpu_kernels", "--format", form)
    assert "18014398509481986" in done.stdout and "e+" not in done.stdout


def test_times_far_from_zero_stay_exact(lay_out):
    start = 1_700_000_000_000_000_001
    trace = lay_out({KERNEL: [at(start, start + 101)]})
    done = query(trace, "SELECT start_ns, end_ns, duration_ns FROM gpu_kernels")
    assert done.stdout.splitlines()[1] == f"{start},{start + 101},101"


def test_names_need_no_quotes(trace):
    done = query(trace, "SELECT start_ns, end_ns, duration_ns FROM gpu_kernels ORDER BY start_ns LIMIT 1")
    assert done.stdout == f"start_ns,end_ns,duration_ns\n0,{BIG},{BIG}\n"
    assert query(trace, 'SELECT "end" AS e FROM raw.CUPTI_ACTIVITY_KIND_KERNEL ORDER BY e').stdout.startswith(
        "e\n"
    )


def test_parquet_is_exact_and_needs_no_pyarrow(trace, tmp_path):
    target = tmp_path / "out.parquet"
    sql = (
        "SELECT sum(duration_ns) AS s, count(*) AS n, 'x' AS x, 1 AS n, [sum(duration_ns)] AS l, "
        "TIMESTAMPTZ '2020-01-01 00:00:00+00' AS z FROM gpu_kernels WHERE duration_ns > $d"
    )
    done = query(
        trace, sql, "--param", "d=5", "-o", target, env={"PYTHONPATH": str(without_pyarrow(tmp_path))}
    )
    assert (done.code, done.stdout, done.stderr) == (0, "", "")
    found = duckdb.sql(f"FROM '{target}'")
    assert found.columns == ["s", "n", "x", "n_1", "l", "z"]
    assert [str(kind) for kind in found.types[:5]] == ["BIGINT", "BIGINT", "VARCHAR", "INTEGER", "BIGINT[]"]
    assert found.project("s, n, x, n_1, l").fetchall() == [(2 * BIG, 2, "x", 1, [2 * BIG])]


def test_parquet_of_more_than_64_bits_is_decimal(trace, tmp_path):
    target = tmp_path / "out.parquet"
    query(trace, "SELECT sum(duration_ns) * 1000000000000 AS s FROM gpu_kernels", "-o", target)
    assert duckdb.sql(f"SELECT s::VARCHAR, typeof(s) FROM '{target}'").fetchall() == [
        (f"{2 * BIG}000000000000", "DECIMAL(38,0)")
    ]


def test_parquet_keeps_the_order(trace, tmp_path):
    target = tmp_path / "out.parquet"
    query(trace, "SELECT i FROM range(1000000) AS t(i) ORDER BY i DESC", "-o", target)
    found = duckdb.sql(f"SELECT i FROM read_parquet('{target}')").fetchall()
    assert found[0] == (999_999,) and all(a > b for (a,), (b,) in pairwise(found))


def test_arrow_as_file_and_as_stream(trace, tmp_path):
    ipc = pytest.importorskip("pyarrow.ipc")
    sql = "SELECT sum(duration_ns) AS s, 'x' AS x FROM gpu_kernels"
    target = tmp_path / "out.arrow"
    assert query(trace, sql, "-o", target).code == 0
    assert ipc.open_file(target.open("rb")).read_all().to_pylist() == [{"s": 2 * BIG, "x": "x"}]
    piped = subprocess.run(
        [COMMAND, "query", str(trace), sql, "--format", "arrow"], capture_output=True, check=True
    )
    assert ipc.open_stream(piped.stdout).read_all().to_pylist() == [{"s": 2 * BIG, "x": "x"}]


def without_pyarrow(folder):
    """A folder for PYTHONPATH in which pyarrow cannot be imported."""
    (folder / "block").mkdir()
    (folder / "block" / "pyarrow.py").write_text("raise ImportError('not here')\n")
    return folder / "block"


def test_arrow_without_pyarrow_names_the_command(trace, tmp_path):
    env = {"PYTHONPATH": str(without_pyarrow(tmp_path))}
    done = query(trace, "SELECT 1", "-o", tmp_path / "out.arrow", env=env)
    assert (done.code, done.stderr) == (
        1, "nsys-duck: error: that needs pyarrow: run pip install 'nsys-duck[arrow]'\n",
    )  # fmt: skip
    assert not (tmp_path / "out.arrow").exists()


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_is_not_for_terminals(trace, form):
    terminal = Terminal("query", trace, "SELECT 1", "--format", form)
    assert terminal.finish() == 2 and "add -o FILE" in terminal.plain
    terminal.close()


def test_a_terminal_shows_a_table(trace):
    sql = f"SELECT 'short' AS text, {BIG} AS number, repeat('long', 99) AS long, 1.5 AS last"
    terminal = Terminal("query", trace, sql, width=60)
    assert terminal.finish() == 0
    lines = terminal.plain.splitlines()
    assert lines[0] == "text             number  long                           last"
    assert lines[2] == "short  9007199254740993  longlonglonglonglonglonglong…   1.5"
    assert all(len(line) <= 60 for line in lines) and "\x1b[1m" in terminal.text
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
    assert "the first 200 of 1,234 rows" in terminal.plain and "columns: " in terminal.plain
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


WRITES = [
    "COPY (SELECT 1) TO 'out.csv'",
    "COPY gpu_kernels TO 'out.parquet'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'out.csv'",
    "EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO 'out.csv'",
    "EXPLAIN/**/ANALYZE COPY (SELECT 1) TO 'out.csv'",
    "/* x */ EXPLAIN ANALYZE -- y\n COPY (SELECT 1) TO 'out.csv'",
    "ATTACH 'out.db' AS o",
    "ATTACH 'out.sqlite' AS o (TYPE sqlite)",
    "DETACH raw",
    "USE raw",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '1GB'",
    "SET VARIABLE x = 1",
    "RESET threads",
    "PRAGMA enable_profiling",
    "PRAGMA enable_profiling = 'json'",
    "PRAGMA profiling_output = 'out.json'",
    "EXPORT DATABASE 'out'",
    "IMPORT DATABASE 'out'",
    "CREATE TABLE t AS SELECT 1",
    "CREATE TEMP TABLE t AS SELECT 1",
    "CREATE OR REPLACE VIEW gpu_kernels AS SELECT 1",
    "CREATE MACRO f() AS 1",
    "CREATE SECRET s (TYPE s3)",
    "CREATE TABLE raw.t (i INTEGER)",
    "INSERT INTO raw.StringIds VALUES (9, 'x')",
    "UPDATE raw.StringIds SET value = 'x'",
    "DELETE FROM raw.StringIds",
    "WITH x AS (SELECT 1) DELETE FROM raw.StringIds",
    "MERGE INTO raw.StringIds AS t USING (SELECT 1 AS id) AS s ON t.id = s.id WHEN MATCHED THEN DELETE",
    "TRUNCATE raw.StringIds",
    "DROP VIEW gpu_kernels",
    "DROP TABLE raw.StringIds",
    "ALTER TABLE raw.StringIds RENAME TO x",
    "COMMENT ON TABLE raw.StringIds IS 'x'",
    "VACUUM",
    "CHECKPOINT",
    "BEGIN",
    "COMMIT",
    "CALL enable_logging(storage = 'file', storage_config = {'path': 'out'})",
    "PREPARE p AS SELECT 1",
    "EXECUTE question(1)",
    "DEALLOCATE question",
    "SELECT 1; COPY (SELECT 1) TO 'out.csv'",
    "SELECT 1; SELECT 2",
    "FROM enable_logging(storage = 'file', storage_path = 'out')",
    "SELECT * FROM enable_logging('QueryLog')",
    'SELECT * FROM "Enable_Logging"()',
    "SELECT (SELECT count(*) FROM enable_logging())",
    "WITH x AS (FROM main.enable_logging()) FROM x",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query('COPY (SELECT 1) TO ''out.csv''')",
    "SELECT * FROM sqlite_attach('out.sqlite')",
    "SELECT * FROM sqlite_scan('out.sqlite', 't')",
    "SELECT * FROM sqlite_query('raw', 'DELETE FROM StringIds')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_logging()'))",
    "SELECT write_log('x')",
    "SELECT * FROM arrow_scan(1, 2, 3)",
    "SELECT * FROM pandas_scan(1)",
    "EXPLAIN ANALYZE FROM checkpoint()",
    "SUMMARIZE (FROM enable_logging())",
    "DESCRIBE FROM enable_logging()",
]


@pytest.fixture
def opened(trace):
    """The same trace, open in this process: the rules are those of the command."""
    with nsys_duck.open(trace) as opened:
        yield opened


def test_nothing_is_written_whatever_the_sql(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = contents(tmp_path)
    for sql in WRITES:
        with pytest.raises(nsys_duck.UsageError):
            opened.sql(sql)
            pytest.fail(f"taken: {sql}")
        assert contents(tmp_path) == before, sql
    assert opened.sql("SELECT count(*) FROM gpu_kernels").fetchall() == [(2,)]


@pytest.mark.parametrize(
    "sql", [WRITES[0], WRITES[2], "FROM enable_logging(storage = 'file', storage_path = 'out')"]
)
def test_writing_is_wrong_usage_of_the_command(trace, tmp_path, sql):
    before = contents(tmp_path)
    done = run("query", trace, sql, cwd=tmp_path)
    assert (done.code, done.stdout, contents(tmp_path)) == (2, "", before)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "sql",
    [
        "FROM read_text('secret.txt')",
        "FROM read_csv('secret.txt')",
        "FROM read_blob('*')",
        "FROM glob('*')",
        "FROM 'secret.txt'",
        "FROM 'https://example.com/x.parquet'",
        "FROM read_parquet('secret.txt')",
        "FROM sniff_csv('secret.txt')",
        "FROM parquet_metadata('secret.txt')",
        "FROM read_json('secret.txt')",
    ],
)
def test_no_other_file_is_read(opened, tmp_path, monkeypatch, sql):
    (tmp_path / "secret.txt").write_text("secret\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(nsys_duck.NsysDuckError, match=r"nothing else|no other file|no view"):
        opened.sql(sql).fetchall()


def test_what_reads_is_allowed(opened):
    for sql in (
        "VALUES (1), (2)",
        "SELECT 'EXPLAIN ANALYZE ' AS a",
        "EXPLAIN SELECT 1",
        "-- x\nEXPLAIN (FORMAT json) FROM gpu_kernels;",
        "WITH x AS (SELECT 1 AS a) FROM x",
        "DESCRIBE gpu_kernels",
        "SUMMARIZE gpu_kernels",
        "SHOW TABLES",
        "TABLE gpu_kernels",
        "SELECT * FROM gpu_kernels UNION ALL BY NAME SELECT * FROM gpu_kernels",
        "FROM (VALUES (1, 'a'), (2, 'b')) AS t(n, x) SELECT x WHERE n > 1 /* done */ ;",
        "PIVOT (SELECT 1 AS a, 2 AS b) ON a IN (1) USING sum(b)",
    ):
        assert opened.sql(sql).fetchall() is not None, sql


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
        "import sys; from nsys_duck.cli import app\n"
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
