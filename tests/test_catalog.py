"""Every SQL file keeps what its header declares: names, layers, parameters, columns and types."""

import re

import pytest
from sqlfiles import FILES

from nsys_duck.catalog.files import SqlFile, catalog
from nsys_duck.catalog.params import default_of
from nsys_duck.engine.quoting import literal
from nsys_duck.engine.resources import sql_root
from nsys_duck.trace.trace import Trace

RELATIONS = """WITH r (lane, id, start_ns, end_ns) AS (VALUES (1, 7::BIGINT, 0::BIGINT, 10::BIGINT)),
p (lane, at_ns) AS (VALUES (1, 5::BIGINT)),
l (label, duration_ns) AS (VALUES (1, 5::BIGINT)),
o (op_id, start_ns, end_ns, name_id, global_pid, correlation_id, cell_id) AS (
    VALUES (9::BIGINT, 0::BIGINT, 10::BIGINT, 1::BIGINT, 1::BIGINT, 1::BIGINT, 1::BIGINT)
),
b (cell_id, is_kernel, start_ns, end_ns, begin_at) AS (
    VALUES (1::BIGINT, TRUE, 0::BIGINT, 10::BIGINT, 0::BIGINT)
),
h (holder_id, is_loose, global_tid, from_ns, until_ns) AS (
    VALUES (-1::BIGINT, TRUE, 1::BIGINT, 0::BIGINT, 10::BIGINT)
),
g AS (
    SELECT * FROM (VALUES (0::BIGINT, 0::BIGINT, 10::BIGINT, 1::BIGINT)) AS v (gpu_id, start_ns, end_ns, caller_pid)
    CROSS JOIN (SELECT NULL::BIGINT AS correlation_id, NULL::VARCHAR AS kind, NULL::BIGINT AS event_id)
    CROSS JOIN (SELECT 'sync' AS cause, NULL::BIGINT AS api_event_id, NULL::BIGINT AS api_name_id)
    CROSS JOIN (SELECT NULL::BIGINT AS api_start_ns, NULL::BIGINT AS api_end_ns, NULL::BIGINT AS blocked_ns, NULL::BIGINT AS global_tid)
    CROSS JOIN (SELECT NULL::BIGINT AS range_id)
),
u (place, gpu_id, pid, device_id, context_id, start_ns, end_ns) AS (
    VALUES (1, 0::BIGINT, 1::BIGINT, 0::BIGINT, 1::BIGINT, 0::BIGINT, 10::BIGINT)
)
"""
GIVEN = {"points": "'p'", "labelled": "'l'", "ops": "'o'", "holders": "'h'", "gaps": "'g'"}
GIVEN |= {"work": "'u'", "places": "'u'", "placed": "'b'"}
ON_TRACES = [param for param in FILES if param.values[0].layer not in ("session", "compare")]
RUN = [param for param in ON_TRACES if not param.values[0].returns]
SCALARS = [param for param in ON_TRACES if param.values[0].returns]


@pytest.fixture(scope="module", params=["empty", "everything"])
def trace(request, empty_trace, everything):
    """An export with nothing in it, and one with rows in every table."""
    with Trace(empty_trace if request.param == "empty" else everything) as opened:
        yield opened


def statement(trace: Trace, file: SqlFile) -> str:
    """A SELECT of everything that the file gives, with its defaults where it has parameters."""
    if file.kind == "view":
        return f"SELECT * FROM {file.name}"
    if file.kind == "macro":
        given = {"RELATION": "'r'"}
        arguments = [
            GIVEN.get(param.name) or given.get(param.type, literal(default_of(param)))
            for param in file.params
        ]
        return f"{RELATIONS}SELECT * FROM {file.name}({', '.join(arguments)})"
    text = trace.statement(file)
    for param in file.params:
        text = re.sub(rf"\${param.name}\b", lambda _, param=param: literal(default_of(param)), text)
    return f"SELECT * FROM (\n{text}\n)"


def test_every_file_is_in_the_catalog():
    """No file is outside the layers, no name stands twice, whatever its folder."""
    paths = [path for path in sql_root().rglob("*.sql") if "demo" not in path.parts]
    assert sorted(paths) == sorted(file.path for file in catalog().values())
    names = [path.stem for path in sql_root().rglob("*.sql")]
    assert len(names) == len(set(names)) > 40


@pytest.mark.parametrize("file", FILES)
def test_header(file):
    """A sentence on what it is, words for every column and parameter, and no field said of nothing."""
    assert re.fullmatch(r"\w.*\.", file.summary), file.summary
    assert file.columns or file.returns
    assert not (file.columns and file.returns)
    names = [entry.name for entry in (*file.columns, *file.params)]
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)
    assert len({column.name for column in file.columns}) == len(file.columns)
    assert not {"start", "end", "dur", "duration"} & {column.name for column in file.columns}
    for column in file.columns:
        if column.name.endswith("_ns"):
            assert (column.type, column.unit) == ("BIGINT", "ns") or file.layer in (
                "reports",
                "checks",
                "compare",
            ), column
    assert file.body and not file.body.endswith(";")


@pytest.mark.parametrize("file", RUN)
def test_columns_are_those_declared(trace, file):
    """The same names and types in the same order, and the statement runs, on nothing and on rows."""
    trace.retried(lambda: trace.install(file.needs))
    sql = statement(trace, file)
    described = [tuple(row[:2]) for row in trace.answer(f"DESCRIBE {sql}").rows]
    declared = [(column.name, column.type) for column in file.columns]
    assert [name for name, _ in described] == [name for name, _ in declared]
    assert [
        pair for pair, want in zip(described, declared, strict=True) if want[1] not in (pair[1], "ANY")
    ] == []
    assert trace.answer(sql).columns == [name for name, _ in declared]


@pytest.mark.parametrize("file", SCALARS)
def test_scalar_gives_the_type_declared(trace, file):
    """Also for NULL, which must not end a query."""
    names = ", ".join(param.name for param in file.params)
    nulls = ", ".join(f"NULL::{param.type} AS {param.name}" for param in file.params)
    rows = trace.answer(f"SELECT typeof({file.name}({names})) FROM (SELECT {nulls})").rows
    assert rows == [(file.returns.type,)]


@pytest.mark.parametrize("file", [param for param in RUN if param.values[0].example])
def test_example_runs(trace, file):
    """The example of a header is a statement that works."""
    interval = "(lane, start_ns, end_ns) AS (VALUES (1, 0::BIGINT, 10::BIGINT))"
    given = [f"{name} {interval}" for name in ("my_intervals", "compute", "communication")]
    given.append("my_points (lane, at_ns) AS (VALUES (1, 5::BIGINT))")
    assert trace.answer(f"WITH {', '.join(given)}\n{file.example}").columns
