"""`import nsys_duck`: open, sql, summary; the same rules as the command."""

import subprocess
import sys
from pathlib import Path

import pytest
from asking import run
from tracebuilder import KERNEL, NVTX, at, push

import nsys_duck

BIG = 2**53 + 1


@pytest.fixture
def path(lay_out):
    """Two kernels of 2^53 + 1 ns each, on two GPUs, and a range."""
    return lay_out({KERNEL: [at(0, BIG), at(BIG, 2 * BIG, deviceId=1)], NVTX: [push(0, 5, "step")]})


@pytest.fixture
def trace(path):
    """The same, open."""
    with nsys_duck.open(path) as opened:
        yield opened


def test_rows_as_python_has_them(trace):
    result = trace.sql("SELECT duration_ns, $x AS x, NULL AS n FROM gpu_kernels ORDER BY start_ns", x="it's")
    assert result.columns == ["duration_ns", "x", "n"] and result.types[0] == "BIGINT"
    assert result.fetchall() == list(result) == [(BIG, "it's", None)] * 2
    assert result.fetchone() == (BIG, "it's", None)
    assert "duration_ns BIGINT" in repr(result)


@pytest.mark.parametrize("value", [None, True, 5, 2**100, 1.5, "x'; --", "é"])
def test_parameters_keep_their_value(trace, value):
    assert trace.sql("SELECT $v", v=value).fetchall() == [(value,)]
    assert trace.sql("SELECT $query || $self AS v", query="a", self="b").fetchall() == [("ab",)]


def test_pandas_keeps_integers(trace):
    pytest.importorskip("pandas")
    frame = trace.sql(
        "SELECT sum(duration_ns) AS s, any_value(start_ns) FILTER (WHERE false) AS n FROM gpu_kernels"
    ).df()
    assert str(frame["s"].dtype) == "int64" and frame["s"].tolist() == [2 * BIG]
    assert str(frame["n"].dtype) == "Int64"
    huge = trace.sql("SELECT sum(duration_ns) * 1000000000000 AS s FROM gpu_kernels").df()
    assert huge["s"].tolist() == [2 * BIG * 10**12]


def test_polars_and_arrow_keep_integers(trace):
    pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    result = trace.sql("SELECT sum(duration_ns) AS s, 'x' AS x FROM gpu_kernels")
    assert result.pl().schema["s"] == polars.Int64 and result.pl().rows() == [(2 * BIG, "x")]
    assert str(result.arrow().schema.field("s").type) == "int64"
    assert result.arrow().to_pylist() == [{"s": 2 * BIG, "x": "x"}]


def test_summary_is_that_of_the_command(path, trace):
    assert trace.summary(top=1) == run("summarize", path, "--top", "1").json


def test_a_window_and_a_gpu(path):
    with nsys_duck.open(path, from_="0.000000001s", to=10, device=0) as trace:
        assert trace.sql("SELECT gpu_id, start_ns, end_ns FROM gpu_kernels").fetchall() == [(0, 1, 10)]
        assert "window: " in trace.notes[0]
    with nsys_duck.open(path, during="step") as trace:
        assert trace.sql("SELECT duration_ns FROM gpu_kernels").fetchall() == [(5,)]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"from_": "soon"}, nsys_duck.UsageError),
        ({"during": "never"}, nsys_duck.NsysDuckError),
        ({"device": 9}, nsys_duck.UsageError),
        ({"memory_limit": "much"}, nsys_duck.UsageError),
    ],
)
def test_options_that_do_not_fit(path, options, error):
    with pytest.raises(error):
        nsys_duck.open(path, **options)


def test_no_trace(tmp_path):
    with pytest.raises(nsys_duck.TraceError, match="no such file"):
        nsys_duck.open(tmp_path / "no.sqlite")


def test_the_same_rules(trace, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for sql in (
        "COPY (SELECT 1) TO 'out.csv'",
        "SELECT 1; SELECT 2",
        "SELEC",
        "SELECT $a",
        "FROM enable_logging()",
    ):
        with pytest.raises(nsys_duck.UsageError):
            trace.sql(sql)
    with pytest.raises(nsys_duck.NsysDuckError, match="did you mean gpu_kernels"):
        trace.sql("FROM gpu_kernel")
    with pytest.raises(nsys_duck.UsageError, match=r"no parameter \$b"):
        trace.sql("SELECT $a", a=1, b=2)
    assert [file.name for file in tmp_path.iterdir()] == ["trace.sqlite"]


def test_values_that_do_not_fit_are_read_again(lay_out):
    path = lay_out({KERNEL: [at(0, 1), at(5, "abc")]}, strings={1: b"k\xff"})
    with nsys_duck.open(path) as trace:
        rows = trace.sql("SELECT end_ns, short_name FROM gpu_kernels ORDER BY start_ns").fetchall()
        assert rows == [(1, "k\\xFF"), (None, "k\\xFF")]
        assert len(trace.notes) == 1


def test_closing_leaves_nothing(path, tmp_path):
    spill = tmp_path / "spill"
    spill.mkdir()
    trace = nsys_duck.open(path, temp_dir=spill)
    assert len(list(spill.iterdir())) == 1
    trace.sql("SELECT 1").fetchall()
    trace.close()
    trace.close()
    assert list(spill.iterdir()) == []


def test_importing_is_light_and_typed():
    code = "import sys, nsys_duck; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"duckdb", "jinja2", "rich", "typer", "pandas", "pyarrow", "prompt_toolkit"} & set(loaded)
    assert (Path(nsys_duck.__file__).parent / "py.typed").exists()
    assert set(nsys_duck.__all__) <= {name for name in nsys_duck.__all__ if hasattr(nsys_duck, name)}
