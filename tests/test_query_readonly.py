"""`nsys-duck query`: whatever the SQL, nothing is written, and no other file is read."""

import duckdb
import pytest
from asking import contents, run
from tracebuilder import KERNEL, NVTX, at, push

import nsys_duck

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


@pytest.mark.parametrize(
    "sql",
    [
        "FROM enable_profiling(format := 'json', save_location := 'x.json')",
        "FROM disable_profiling()",
        "SELECT (SELECT count(*) FROM main.enable_profiling())",
        "EXPLAIN (/* ) SELECT 1 --*/ ANALYZE) COPY (SELECT 1) TO 'out.csv'",
        "/* /* */ EXPLAIN ( */ IMPORT DATABASE 'x'; -- ) SELECT 1",
        "SELECT setseed(0.5)",
        "SELECT nextval('s')",
        "SELECT json_serialize_plan('FROM enable_profiling()')",
        "FROM duckdb_secrets()",
        "FROM sniff_csv('x')",
        "FROM converted.interval_union('a')",
        "SELECT 1\0",
    ],
)
def test_functions_are_allowed_by_kind(opened, tmp_path, monkeypatch, sql):
    """What is not a function of values, or a relation that is known to look only, is refused."""
    monkeypatch.chdir(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(nsys_duck.UsageError):
        opened.sql(sql)
    assert contents(tmp_path) == before
    assert (
        opened.sql("SELECT count(*), median(duration_ns), random() < 2 FROM gpu_kernels").fetchone()[0] == 2
    )


def test_nothing_of_a_database_is_read_before_it_is_refused(opened, tmp_path):
    (tmp_path / "schema.sql").write_text("SELECT 'secret';")
    (tmp_path / "load.sql").write_text("SELECT 'secret';")
    with pytest.raises(nsys_duck.UsageError, match="not a SELECT"):
        opened.sql(f"IMPORT DATABASE '{tmp_path}'")


def test_a_broken_engine_is_replaced(opened):
    """After an internal error, which ends DuckDB's database, the trace answers again."""
    from nsys_duck.errors import BrokenEngine

    opened.restrict_to_window(0, BIG)
    before = opened.sql("FROM gpu_kernels").fetchall()
    with pytest.raises(BrokenEngine), opened.explaining():
        raise duckdb.InternalException("INTERNAL Error: failed\nstack")
    assert opened.sql("FROM gpu_kernels").fetchall() == before
