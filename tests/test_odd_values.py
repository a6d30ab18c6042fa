"""Columns declared with odd types, and values that do not fit the declared type."""

import shutil
import sqlite3

import pytest
from asking import gpu_ns, summary_of, told
from tracebuilder import KERNEL, NAMES, NVTX, PLAIN, RUNTIME, at

from nsys_duck.trace.trace import Trace


def retyped(path, table: str, types: dict[str, str], suffix: str = ""):
    """Declare columns of a table anew, "" for no type, and keep the rows."""
    db = sqlite3.connect(path)
    old = {name: kind for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")}
    columns = ", ".join(f'"{name}" {types.get(name, types.get("*", kind))}' for name, kind in old.items())
    db.execute(f"ALTER TABLE {table} RENAME TO old_rows")
    db.execute(f"CREATE TABLE {table} ({columns}{suffix and ', PRIMARY KEY (start, shortName)'}) {suffix}")
    db.execute(f"INSERT INTO {table} SELECT * FROM old_rows")
    db.execute("DROP TABLE old_rows")
    db.commit()
    db.close()
    return path


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "BIGINT",
        "UNSIGNED BIG INT",
        "INT8",
        "NUMERIC",
        "NUM",
        "REAL",
        "DOUBLE",
        "DECIMAL(20, 0)",
        "TIMESTAMP",
    ],
)
@pytest.mark.parametrize("table", [KERNEL, RUNTIME])
def test_type_of_numbers(lay_out, plain, table, kind):
    """However the columns of numbers are declared: by pandas, CREATE TABLE AS, or by hand."""
    path = retyped(lay_out(PLAIN, strings=NAMES), table, {"*": kind})
    assert summary_of(path) == plain


@pytest.mark.parametrize("kind", ["", "VARCHAR", "STRING", "CLOB", "BLOB", "NUMERIC"])
def test_type_of_texts(lay_out, plain, kind):
    """However the columns of texts are declared."""
    path = retyped(lay_out(PLAIN, strings=NAMES), "StringIds", {"value": kind})
    assert summary_of(retyped(path, NVTX, {"text": kind})) == plain


def test_table_without_row_ids(lay_out, plain):
    """WITHOUT ROWID tables are tables."""
    path = retyped(lay_out(PLAIN, strings=NAMES), KERNEL, {}, "WITHOUT ROWID")
    assert summary_of(path) == plain


@pytest.mark.parametrize("value", ["'soon'", "X'FF00'", "X''", "''", "CAST(X'FF' AS TEXT)"])
def test_time_that_is_no_number(lay_out, value):
    """Such a time is missing, the row is counted, and the reader is told."""
    sql = f'UPDATE {KERNEL} SET "end" = {value} WHERE start = 0'
    summary, warnings = told(lay_out(PLAIN, strings=NAMES, sql=sql))
    assert gpu_ns(summary) == (38, 36, 2)
    assert summary["kernel_count"] == 3
    assert summary["top_kernels"] == [["gemm", [2, 2.5e-08]], ["k", [1, 0.0]]]
    assert [line for line in warnings if "do not fit" in line]


def test_times_with_a_fraction(lay_out):
    """REAL values in INTEGER columns and in REAL columns are numbers, rounded to whole nanoseconds."""
    sql = f'UPDATE {KERNEL} SET "end" = 10.25 WHERE start = 0; UPDATE {RUNTIME} SET start = -5.0'
    path = lay_out(PLAIN, strings=NAMES, sql=sql)
    assert gpu_ns(summary_of(path)) == (50, 46, 4)
    assert gpu_ns(summary_of(retyped(path, KERNEL, {"end": "REAL"}))) == (50, 46, 4)


FIRST = (1 << 53) - 41


@pytest.mark.parametrize("checked", [False, True])
def test_large_whole_numbers_in_a_real_column(lay_out, checked):
    """A REAL holds whole numbers up to 2**53: no digit is lost, also when a text makes values be checked."""
    path = lay_out(
        {KERNEL: [at(FIRST, FIRST + 7), at(FIRST + 9, FIRST + 10)]},
        strings={1: b"\xff" if checked else "k"},
    )
    assert gpu_ns(summary_of(retyped(path, KERNEL, {"start": "REAL", "end": "REAL"}))) == (10, 8, 2)


@pytest.mark.parametrize("value", ["9e999", "-9e999", "1e300"])
def test_time_beyond_all_numbers(lay_out, value):
    """Infinity, and a REAL that no BIGINT holds, are no times."""
    path = retyped(lay_out(PLAIN, strings=NAMES), KERNEL, {"end": "REAL"})
    db = sqlite3.connect(path)
    db.execute(f'UPDATE {KERNEL} SET "end" = {value} WHERE start = 0')
    db.commit()
    db.close()
    summary = summary_of(path)
    assert (gpu_ns(summary), summary["kernel_count"]) == ((38, 36, 2), 3)


def test_strings_that_are_numbers(lay_out):
    """A name may look like a number."""
    path = retyped(lay_out({KERNEL: [at(0, 10)]}, strings={1: "0012"}), "StringIds", {"value": "BLOB"})
    assert summary_of(path)["top_kernels"] == [["0012", [1, 1e-08]]]


@pytest.mark.parametrize(
    "name", ["dispatch_summary", "gpu_metrics_summary", "nvtx_gpu_proj_trace", "nvtx_pushpop_trace"]
)
def test_reports_with_parameters(everything, tmp_path, name):
    """Text that is not UTF-8 keeps no report from its rows, also where its parameters have values."""
    path = shutil.copy(everything, tmp_path / "odd.sqlite")
    want = report_rows(path, name)
    db = sqlite3.connect(path)
    db.execute("INSERT INTO StringIds VALUES (99, CAST(x'67ff' AS TEXT))")
    db.commit()
    db.close()
    assert report_rows(path, name) == want


def report_rows(path, name: str) -> list[tuple]:
    """The rows of a report, with values that its parameters have by default."""
    with Trace(path) as trace:
        return trace.report(name).rows
