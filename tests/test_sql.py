"""Runs every tests/sql/**/*.test: SQL in, rows out, on traces laid out by SQL.

A file is a header of comment lines and records that are set apart by blank lines:

    # name: intervals/union.test          the file's place under tests/sql
    # description: One sentence.

    trace                                 SQLite's SQL, run into a new export that has StringIds already;
    CREATE TABLE ...                      records below ask that one. Without: an export with nothing else

    query                                 one statement for nsys-duck, and the rows that it must give:
    SELECT ...                            tab-separated, NULL for none, (empty) for ''; order counts
    ----
    1	2

    report                                a report with parameters, the columns to look at (all where
    nvtx_summary rows=2 strip_ids=true    that line is left out), and the rows that it must give
    range_name, sum_ns
    ----
    step #	30

    error                                 a statement that must fail, with this text in its message
    SELECT ...
    ----
    text
"""

import re
from pathlib import Path

import pytest
from tracebuilder import write_trace

from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace

ROOT = Path(__file__).parent / "sql"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.test"))
KINDS = ("trace", "query", "report", "error")


def records(text: str) -> list[tuple[int, str, str, str]]:
    """(line, kind, SQL, expectation) of every record."""
    found, line = [], 1
    for block in re.split(r"(\n{2,})", text):
        kind, _, body = block.partition("\n")
        if block.strip() and not block.startswith("#"):
            assert kind in KINDS, f"line {line}: not a record: {kind!r}"
            sql, separator, expected = body.partition("----")
            assert bool(separator) == (kind != "trace"), f"line {line}: ---- goes with all but trace"
            found.append((line, kind, sql.strip(), expected.strip("\n")))
        line += block.count("\n")
    return found


def shown(value: object) -> str:
    """A value as the files write it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).replace("\t", "\\t").replace("\n", "\\n") or "(empty)"


def answer(trace: Trace, sql: str) -> str:
    """The rows as the files write them."""
    return "\n".join("\t".join(map(shown, row)) for row in trace.answer(sql).rows)


def report(trace: Trace, asked: str) -> str:
    """The rows of a report, of the columns asked for, as the files write them."""
    call, _, listed = asked.partition("\n")
    name, *given = call.split()
    found = trace.report(name, **dict(value.split("=", 1) for value in given))
    columns = [column.strip() for column in listed.split(",")] if listed else found.columns
    places = [found.columns.index(column) for column in columns]
    return "\n".join("\t".join(shown(row[place]) for place in places) for row in found.rows)


@pytest.mark.parametrize("name", FILES)
def test_sql(name, tmp_path):
    """Every query gives its rows and every error its message."""
    text = (ROOT / name).read_text(encoding="utf-8")
    header = re.match(r"# name: (.+)\n# description: .+\.\n", text)
    assert header, "the file begins with '# name:' and '# description: A sentence.'"
    assert header[1] == name
    found = records(text)
    assert any(kind != "trace" for _, kind, _, _ in found), "the file asks nothing"
    trace = None
    try:
        for number, (line, kind, sql, expected) in enumerate(found):
            if kind == "trace" or trace is None:
                if trace is not None:
                    trace.close()
                trace = Trace(write_trace(tmp_path / f"{number}.sqlite", sql=sql if kind == "trace" else ""))
            if kind == "query":
                assert answer(trace, sql) == expected, f"{name}:{line}"
            elif kind == "report":
                assert report(trace, sql) == expected, f"{name}:{line}"
            elif kind == "error":
                with pytest.raises(NsysDuckError) as raised:
                    trace.answer(sql)
                assert expected.strip() in str(raised.value), f"{name}:{line}"
    finally:
        if trace is not None:
            trace.close()


def test_there_are_files():
    """The runner found its files: a moved folder must not pass silently."""
    assert len(FILES) >= 10
