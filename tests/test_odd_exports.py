"""Exports that other tools and older versions made odd: what is not read must not hurt.

Each oddity is SQL that SQLite runs on one plain trace; the summary must then be what is said beside it.
"""

import sqlite3

import pytest
from asking import gpu_ns, run, summary_of
from tracebuilder import CUDA_DEVICE, KERNEL, MEMCPY, NAMES, NVTX, PLAIN, RUNTIME

from nsys_duck.errors import TraceError

ADDED = {
    "tables": """CREATE TABLE cudaKernelStats (name TEXT, total REAL); CREATE TABLE "'n" ("a b" BLOB, x)""",
    "a table of texts": "CREATE TABLE notes AS SELECT 'a' AS start, CAST(X'FF' AS TEXT) AS text",
    "indexes": f"CREATE INDEX i ON {KERNEL} (start); CREATE UNIQUE INDEX u ON StringIds (id) WHERE id > 0;"
    f"CREATE INDEX e ON {KERNEL} (\"end\" - start); ANALYZE",
    "a trigger": f"CREATE TRIGGER t AFTER INSERT ON {KERNEL} BEGIN SELECT missing FROM nowhere; END",
    "a view": f"CREATE VIEW kernels AS SELECT start FROM {KERNEL}",
    "a broken view": "CREATE TABLE gone (a); CREATE VIEW broken AS SELECT a FROM gone; DROP TABLE gone",
    "a view of a function": "CREATE VIEW strange AS SELECT no_such_function(start) FROM NVTX_EVENTS",
    "an R-tree": "CREATE VIRTUAL TABLE spans USING rtree(id, low, high); INSERT INTO spans VALUES (1, 0, 20)",
    "a virtual table of a module that is not there": "PRAGMA writable_schema = ON;"
    "INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING absent(a)')",
    "full text search": "CREATE VIRTUAL TABLE found USING fts5(text); INSERT INTO found VALUES ('f')",
    "columns": f"ALTER TABLE {KERNEL} ADD COLUMN note TEXT; UPDATE {KERNEL} SET note = CAST(X'FF' AS TEXT)",
    "a generated column": f"ALTER TABLE {KERNEL} ADD COLUMN took INTEGER AS (\"end\" - start)",
    "a column called rowid": f"ALTER TABLE {NVTX} ADD COLUMN rowid TEXT; UPDATE {NVTX} SET rowid = 'x'",
    "holes": f"INSERT INTO {KERNEL} SELECT * FROM {KERNEL}; DELETE FROM {KERNEL} WHERE rowid > 3",
    "values that do not fit, where nobody looks": f"UPDATE {KERNEL} SET gridX = 'wide', cacheConfig = 1.5,"
    " correlationId = X'00FF'; UPDATE NVTX_EVENTS SET color = 'red', jsonText = X'FF', doubleValue = 'x'",
    "strings twice": "INSERT INTO StringIds SELECT * FROM StringIds",
    "strings that nobody uses": "INSERT INTO StringIds VALUES (99, CAST(X'66FF' AS TEXT)), (98, X'00')",
    "other names' case": f"ALTER TABLE {KERNEL} RENAME TO x; ALTER TABLE x RENAME TO {KERNEL.lower()};"
    f"ALTER TABLE {RUNTIME} RENAME COLUMN nameId TO NAMEID",
}  # fmt: skip


@pytest.mark.parametrize("addition", ADDED)
def test_addition_does_not_hurt(lay_out, plain, addition):
    """The summary stays the same."""
    try:
        path = lay_out(PLAIN, strings=NAMES, sql=ADDED[addition])
    except sqlite3.OperationalError as error:
        pytest.skip(f"this Python's SQLite cannot lay it out: {error}")
    assert summary_of(path) == plain


@pytest.mark.parametrize("seed", range(3))
def test_order_of_rows_does_not_matter(lay_out, plain, seed):
    """The same text of the summary whatever the order of rows in every table."""
    path = lay_out(PLAIN, strings=NAMES, shuffle=seed)
    assert str(summary_of(path)) == str(plain)


def test_id_of_two_strings(lay_out):
    """An id that stands twice with different texts multiplies nothing and always shows the same text."""
    texts = ["another", "zz", "k"]
    names = []
    for turn in range(3):
        values = ", ".join(f"(1, '{text}'), (3, 'cuda_{text}')" for text in texts[turn:] + texts[:turn])
        sql = f"DELETE FROM StringIds WHERE id IN (1, 3); INSERT INTO StringIds VALUES {values}"
        path = lay_out(PLAIN, strings=NAMES, sql=sql, name=f"{turn}.sqlite")
        summary = summary_of(path)
        assert (summary["kernel_count"], gpu_ns(summary)) == (3, (50, 46, 4))
        assert [row for _, row in summary["top_kernels"]] == [[2, 2.5e-08], [1, 1e-08]]
        assert list(summary["api"].values()) == [[2, 1e-08]]
        names.append((summary["top_kernels"], list(summary["api"])))
    assert all(other == names[0] for other in names)


def test_device_that_is_listed_twice(lay_out):
    """A device of a process that stands in the table twice multiplies no work."""
    devices = [{"pid": 1, "cudaId": 0, "gpuId": 0}] * 2 + [{"pid": 1, "cudaId": 1, "gpuId": None}]
    summary = summary_of(lay_out({**PLAIN, CUDA_DEVICE: devices}, strings=NAMES), device=0)
    assert (summary["kernel_count"], gpu_ns(summary)) == (2, (50, 41, 9))


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (KERNEL, "start"),
        (KERNEL, "end"),
        (KERNEL, "shortName"),
        (MEMCPY, "end"),
        (RUNTIME, "nameId"),
        (NVTX, "eventType"),
    ],
)
def test_missing_column(lay_out, table, column):
    """A column that nothing can stand in for: table, column and schema version in one line."""
    version = "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
    version += "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '9.1.2')"
    tables = {name: [] for name in PLAIN}
    with pytest.raises(TraceError) as raised:
        summary_of(lay_out(tables, drop={table: (column,)}, sql=version))
    message = str(raised.value)
    assert table in message
    assert repr(column) in message
    assert "9.1.2" in message
    assert "\n" not in message


def test_only_what_must_be_there(lay_out):
    """Two or three columns a table are enough: all others came with some version or other."""
    sql = f"""
        DROP TABLE StringIds;
        CREATE TABLE {KERNEL} (start INTEGER, "end" INTEGER, shortName INTEGER);
        INSERT INTO {KERNEL} VALUES (0, 10, 1);
        CREATE TABLE {MEMCPY} ("end" INTEGER, start INTEGER);
        INSERT INTO {MEMCPY} VALUES (28, 12);
        CREATE TABLE {RUNTIME} (start INTEGER, "end" INTEGER, nameId INTEGER);
        INSERT INTO {RUNTIME} VALUES (0, 3, 9);
        CREATE TABLE {NVTX} (start INTEGER, "end" INTEGER, eventType INTEGER);
        INSERT INTO {NVTX} VALUES (0, 4, 59);
    """
    summary = summary_of(lay_out(sql=sql))
    assert gpu_ns(summary) == (28, 26, 2)
    assert (summary["top_kernels"], summary["api"]) == ([["[1]", [1, 1e-08]]], {"[9]": [1, 3e-09]})
    assert list(summary["nvtx"]) == [""]


@pytest.mark.parametrize(
    "name", ["l'été 100% #1.sqlite", 'a"b', "-x", "ü?x=1&y.db", "a b\tc", "x;--", "{{x}}", "$top"]
)
def test_odd_file_names(lay_out, tmp_path, name):
    """Any name that the file system takes."""
    lay_out(PLAIN, name=name, strings=NAMES)
    done = run("summarize", "--", name, cwd=tmp_path)
    assert (done.code, done.stderr) == (0, "")
    assert done.json["file"] == name
    assert gpu_ns(done.json) == (50, 46, 4)
