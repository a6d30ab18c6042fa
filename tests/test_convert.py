"""`nsys-duck convert`: the same answers from a DuckDB file and from Parquet, with and without nsys-duck."""

import duckdb
import pytest
from asking import run, summarize

QUESTIONS = (
    "FROM gpu_kernels ORDER BY event_id",
    "FROM nvtx_ranges ORDER BY event_id",
    "FROM launches ORDER BY kind, gpu_event_id",
    "FROM gpu_idle ORDER BY gpu_id, start_ns",
    "FROM nvtx_gpu ORDER BY range_id",
    "FROM comm_overlap() ORDER BY gpu_id",
    "FROM dispatch_steps() ORDER BY event_id",
    "SELECT table_name, is_captured, row_count FROM coverage ORDER BY table_name",
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo trace, as an export and converted both ways."""
    folder = tmp_path_factory.mktemp("demo")
    export = folder / "demo.sqlite"
    assert run("demo", export).code == 0
    for target in ("kept.duckdb", "kept/"):
        done = run("convert", export, "-o", f"{folder}/{target}")
        assert (done.code, done.stdout) == (0, "")
    return folder


@pytest.mark.parametrize("kept", ["kept.duckdb", "kept"])
def test_summary_is_the_same(demo, kept):
    """All figures but the file's name, and the warnings."""
    export, converted = summarize(demo / "demo.sqlite"), summarize(demo / kept)
    assert converted.json.pop("file") == kept
    assert export.json.pop("file") == "demo.sqlite"
    assert list(export.json.items()) == list(converted.json.items())
    assert export.stderr == converted.stderr != ""


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kept", ["kept.duckdb", "kept"])
def test_answers_are_the_same(demo, kept, question):
    """Views, derived relations and table macros."""
    asked = [run("query", demo / name, question, "--format", "json") for name in ("demo.sqlite", kept)]
    assert asked[0].code == asked[1].code == 0
    assert asked[0].json == asked[1].json != []


def test_without_nsys_duck(demo):
    """A plain DuckDB opens the file: views, macros, comments, rows sorted by start."""
    with duckdb.connect(demo / "kept.duckdb", read_only=True) as plain:
        (gaps,) = plain.execute("SELECT count(*) FROM gpu_idle").fetchone()
        assert gaps > 0
        assert plain.execute("SELECT count(*) FROM comm_overlap(pattern := 'nccl')").fetchone() == (2,)
        assert plain.execute("SELECT api_class('cuLaunchKernel')").fetchone() == ("launch",)
        comment = plain.execute(
            "SELECT comment FROM duckdb_columns() "
            "WHERE table_name = 'gpu_busy' AND column_name = 'duration_ns'"
        ).fetchone()
        assert comment == ("end minus start [ns]",)
        starts = [row[0] for row in plain.execute("SELECT start_ns FROM gpu_kernels").fetchall()]
        assert starts == sorted(starts)


def test_parquet_files_stand_alone(demo):
    """One file a view, zstd, BIGINT times."""
    place = f"{demo}/kept/gpu_kernels.parquet"
    types = dict(duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE FROM '{place}')").fetchall())
    assert types["start_ns"] == types["duration_ns"] == "BIGINT"
    codecs = duckdb.sql(f"SELECT DISTINCT compression FROM parquet_metadata('{place}')").fetchall()
    assert codecs == [("ZSTD",)]


def test_window_on_a_converted_trace(demo):
    """--from and --to clip there as well."""
    window = ("--from", "400ms", "--to", "0.6s")
    export, kept = (summarize(demo / name, *window).json for name in ("demo.sqlite", "kept.duckdb"))
    assert export.pop("file") != kept.pop("file")
    assert export == kept
    assert export["gpu_activity_span_s"] <= 0.2


@pytest.mark.parametrize("target", ["kept", "kept.sqlite", "kept.parquet"])
def test_neither_kind(trace, tmp_path, target):
    """A name that ends in neither .duckdb nor / is asked about, and nothing is made."""
    done = run("convert", trace, "-o", tmp_path / target)
    assert done.code == 2 and ".duckdb" in done.stderr
    assert not (tmp_path / target).exists()


def test_folder_with_other_files_is_left_alone(trace, tmp_path):
    """Only an earlier conversion is replaced."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("words")
    done = run("convert", trace, "-o", f"{mine}/")
    assert done.code == 1 and "other files" in done.stderr
    assert [file.name for file in mine.iterdir()] == ["thesis.txt"]
    for _ in range(2):
        assert run("convert", trace, "-o", f"{tmp_path}/kept/").code == 0


def test_half_a_conversion_is_none(lay_out, tmp_path):
    """What fails on the way leaves nothing behind, and an older result as it was."""
    target = tmp_path / "kept.duckdb"
    good = lay_out({"CUPTI_ACTIVITY_KIND_KERNEL": [{"start": 0, "end": 1}]}, name="good.sqlite")
    assert run("convert", good, "-o", target).code == 0
    older = target.read_bytes()
    bad = lay_out({"CUPTI_ACTIVITY_KIND_RUNTIME": []}, drop={"CUPTI_ACTIVITY_KIND_RUNTIME": ["nameId"]})
    before = sorted(file.name for file in tmp_path.iterdir())
    done = run("convert", bad, "-o", target)
    assert done.code == 1 and "nameId" in done.stderr
    assert target.read_bytes() == older
    assert sorted(file.name for file in tmp_path.iterdir()) == before


def test_a_file_of_another_kind_is_kept(trace, tmp_path):
    """A mistyped name does not cost somebody's file."""
    target = tmp_path / "thesis.db"
    target.write_text("words")
    done = run("convert", trace, "-o", target)
    assert done.code == 1 and "no DuckDB file" in done.stderr
    assert target.read_text() == "words"
    assert run("demo", target).code == 2
    assert target.read_text() == "words"
