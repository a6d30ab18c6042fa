"""`nsys-duck query`: formats, and integers that stay exact in each."""

import csv
import io
import json
import subprocess
from itertools import pairwise

import duckdb
import pytest
from asking import COMMAND, run
from tracebuilder import KERNEL, NVTX, at, push

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
