"""Columns that are kept under a name of before: for programs only, behind all others, marked as old."""

import json

import pytest
from asking import run
from tracebuilder import MEMCPY, at, write_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.reports.json_schema import json_schema

ALIASES = [
    pytest.param(file, column, id=f"{file.name}.{column.name}")
    for file in catalog().values()
    for column in file.columns
    if column.is_old
]


@pytest.mark.parametrize(("file", "column"), ALIASES)
def test_an_old_name_is_of_a_column(file, column):
    """It has the type and unit of the one that it names, and follows the columns that are not old."""
    new = next(other for other in file.columns if other.name == column.text.removeprefix("old name of "))
    assert (new.type, new.unit) == (column.type, column.unit)
    assert all(other.is_old for other in file.columns[file.columns.index(column) :])


def test_bandwidth_is_in_bytes(tmp_path):
    """5000 bytes in 1 us are 5 GB/s, 40 gigabits; both names in data, the new one alone in a table."""
    path = write_trace(tmp_path / "t.sqlite", {MEMCPY: [at(0, 1000, bytes=5000, copyKind=1)]})
    for name in ("memcpy_bandwidth", "memcpy_sizes"):
        (row,) = run("report", name, path, "--format", "json").json
        assert row["gb_per_s"] == row["gbps"] == 5
        table = run("report", name, path, "--format", "table").stdout
        assert "gb_per_s" in table
        assert "gbps" not in table


def test_the_schema_marks_old_keys():
    """`deprecated`, as JSON Schema has it, and on no other key of the section."""
    entry = json_schema()["properties"]["memory_operations"]["items"]["properties"]
    assert [key for key, value in entry.items() if "deprecated" in json.dumps(value)] == ["gbps"]
