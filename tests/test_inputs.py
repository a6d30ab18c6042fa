"""Other ways in: a folder of Parquet tables, and a report where nsys is on the PATH."""

import os
import sqlite3

import duckdb
import pytest
from asking import run, summarize


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo trace."""
    path = tmp_path_factory.mktemp("demo") / "demo.sqlite"
    assert run("demo", path).code == 0
    return path


@pytest.fixture(scope="module")
def parquetdir(demo, tmp_path_factory):
    """The demo as `nsys export --type parquetdir` lays it out, with ids unsigned as they may be."""
    folder = tmp_path_factory.mktemp("parquetdir")
    database = sqlite3.connect(demo)
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        cursor = database.execute(f'SELECT * FROM "{table}"')
        columns = [c[0] for c in cursor.description]
        types = {r[1]: r[2] for r in database.execute(f'PRAGMA table_info("{table}")')}
        kinds = {"TEXT": "VARCHAR", "REAL": "DOUBLE"}
        unsigned = {"globalTid", "globalPid", "correlationId"}
        with duckdb.connect() as engine:
            spec = ", ".join(
                f'"{c}" {"UBIGINT" if c in unsigned else kinds.get(types[c], "BIGINT")}' for c in columns
            )
            engine.execute(f"CREATE TABLE t ({spec})")
            rows = cursor.fetchall()
            if rows:
                engine.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", rows[:400])
            engine.execute(f"COPY t TO '{folder}/{table}.parquet'")
    database.close()
    return folder


def cut(demo, tmp_path):
    """The demo with the first 400 rows of each table, as in `parquetdir`."""
    path = tmp_path / "cut.sqlite"
    path.write_bytes(demo.read_bytes())
    database = sqlite3.connect(path)
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        rows = f'SELECT rowid FROM "{table}" LIMIT 400'
        database.execute(f'DELETE FROM "{table}" WHERE rowid NOT IN ({rows})')
    database.commit()
    database.close()
    return path


def test_parquetdir(demo, parquetdir, tmp_path):
    """The same summary as from SQLite, and raw.<TABLE>."""
    export, folder = summarize(cut(demo, tmp_path)), summarize(parquetdir)
    assert folder.code == 0, folder.stderr
    assert folder.json.pop("file") and export.json.pop("file")
    assert folder.json == export.json
    assert export.json["kernel_count"] == 400
    counted = run("query", parquetdir, "SELECT count(*) AS n FROM raw.CUPTI_ACTIVITY_KIND_KERNEL")
    assert counted.stdout == "n\n400\n"
    assert run("check", parquetdir).code == 0
    assert "kernels" in run("doctor", parquetdir).stdout


def test_folder_of_other_parquet_files(tmp_path):
    """A folder of Parquet files of another kind, and one of no Parquet at all."""
    duckdb.sql("SELECT 1 AS album").write_parquet(str(tmp_path / "albums.parquet"))
    done = summarize(tmp_path)
    assert done.code == 1 and "Nsight Systems" in done.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    done = summarize(empty)
    assert done.code == 1 and "folder without Parquet" in done.stderr


def nsys(folder, script):
    """A stand-in for NVIDIA's nsys that runs `script`; the PATH that finds it."""
    folder.mkdir(exist_ok=True)
    program = folder / "nsys"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_report_is_exported(demo, tmp_path):
    """`nsys export` runs, its own words are shown on standard error, and nothing stays behind."""
    report = tmp_path / "run.nsys-rep"
    report.write_bytes(b"NSYS report")
    env = nsys(
        tmp_path / "bin",
        'echo "Processing events" "$1" "$3"\nwhile [ "$1" != --output ]; do shift; done\ncp "$DEMO" "$2"',
    )
    done = summarize(report, env={**env, "DEMO": str(demo)})
    assert done.code == 0, done.stderr
    assert done.json["file"] == "run.nsys-rep"
    assert done.json["kernel_count"] == summarize(demo).json["kernel_count"]
    assert "Processing events export sqlite" in done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bin", "run.nsys-rep"]


def test_export_fails(tmp_path):
    """The words of nsys and one line of ours, exit 1."""
    report = tmp_path / "run.nsys-rep"
    report.write_bytes(b"NSYS report")
    done = summarize(report, env=nsys(tmp_path / "bin", 'echo "unsupported version" >&2; exit 3'))
    assert (done.code, done.stdout) == (1, "")
    assert "unsupported version" in done.stderr and "status 3" in done.stderr


def test_no_nsys(tmp_path):
    """Without nsys the command is told."""
    report = tmp_path / "run.nsys-rep"
    report.write_bytes(b"NSYS report")
    (tmp_path / "bin").mkdir()
    done = summarize(report, env={"PATH": str(tmp_path / "bin")})
    assert done.code == 1 and "nsys export --type sqlite run.nsys-rep" in done.stderr
