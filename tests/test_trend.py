"""summarize --history and trend: figures kept run by run, and how they went."""

import json
import re

import pytest
from asking import run, summarize
from comparing import MS, kernels, trace
from tracebuilder import GPU, KERNEL

START = "TARGET_INFO_SESSION_START_TIME"


def made(tmp_path, milliseconds: int, day: int | None = None, **options):
    """A trace that was captured on that day of January 2026."""
    tables = {START: [{"utcEpochNs": 1767225600000000000 + day * 86400 * 10**9}]} if day is not None else {}
    return trace(tmp_path / f"run{milliseconds}.sqlite", milliseconds * MS, tables=tables, **options)


def trend(folder, *args: object, **options):
    return run("trend", folder, *args, **options)


@pytest.fixture
def history(tmp_path):
    """Three runs, added in another order than they were captured."""
    folder = tmp_path / "history"
    for milliseconds, day in ((30, 3), (10, 1), (20, 2)):
        done = summarize(made(tmp_path, milliseconds, day), "--history", folder, "--label", f"v{day}")
        assert done.code == 0 and done.json and "added" in done.stderr
    return folder


def test_oldest_first_whatever_the_order_of_adding(history):
    """Change against the run before, and against the median of those before."""
    done = trend(history, "--figure", "kernels.gemm.total_s", "--format", "json")
    assert [(row["place"], row["label"], row["value"]) for row in done.json] == [
        (1, "v1", 10 * MS),
        (2, "v2", 20 * MS),
        (3, "v3", 30 * MS),
    ]
    assert [row["change_pct"] for row in done.json] == [None, 100.0, 50.0]
    assert [row["median_before"] for row in done.json] == [None, 10 * MS, 15 * MS]
    assert [row["level"] for row in done.json] == [0, 3, 7]
    last = trend(history, "--figure", "kernels.gemm.total_s", "--format", "json", "--last", 1)
    assert [row["median_before"] for row in last.json] == [None, 10 * MS, 20 * MS]


def test_the_same_trace_does_not_count_twice(history, tmp_path):
    """By its bytes, also under another name; nothing that is there is touched."""
    before = {path: path.stat().st_mtime_ns for path in history.iterdir()}
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((tmp_path / "run10.sqlite").read_bytes())
    done = summarize(copy, "--history", history)
    assert done.code == 0 and "not counted twice" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in history.iterdir()} == before


def test_a_part_of_a_trace_is_a_course_of_its_own(history, tmp_path):
    """Figures of a window are not those of the whole."""
    assert summarize(tmp_path / "run10.sqlite", "--history", history, "--to", "5ms").code == 0
    done = trend(history, "--figure", "gpu_busy_union_s", "--format", "json")
    assert [row["scope"] for row in done.json] == ["", "", "", "start to 5000000 ns"]
    assert done.json[-1]["value"] == 5 * MS


def test_table(history):
    """A line of bars and a table for each figure."""
    done = trend(history)
    assert done.code == 0
    assert "gpu_busy_union_s  ▁▄█" in done.stdout
    assert "kernel_count" in done.stdout and "+100.0" in done.stdout


def test_what_was_not_captured_is_null(tmp_path):
    """A run without the figure leaves a gap, not a zero."""
    import sqlite3

    folder = tmp_path / "history"
    for milliseconds, day in ((1, 1), (2, 2), (3, 3)):
        path = made(tmp_path, milliseconds, day)
        if day == 2:
            with sqlite3.connect(path) as db:
                db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME")
        assert summarize(path, "--history", folder, "-o", "/dev/null").code == 0
    done = trend(folder, "--figure", "api.cudaLaunchKernel.count", "--format", "csv")
    values = [line.split(",")[8] for line in done.stdout.splitlines()[1:]]
    assert values == ["1", "", "1"]


def test_without_a_time_of_capture(tmp_path):
    """The time of adding orders them."""
    folder = tmp_path / "history"
    for milliseconds in (3, 1, 2):
        assert summarize(made(tmp_path, milliseconds), "--history", folder, "-o", "/dev/null").code == 0
    done = trend(folder, "--figure", "gpu_busy_union_ns", "--format", "json")
    assert [row["trace"] for row in done.json] == ["run3.sqlite", "run1.sqlite", "run2.sqlite"]


def test_other_gpus_are_told(tmp_path):
    """Runs on two models, or on more GPUs, are no one course: marked where neighbours differ."""
    folder = tmp_path / "history"
    for milliseconds, gpu in ((1, "GPU A"), (2, "GPU B")):
        summarize(made(tmp_path, milliseconds, milliseconds, gpu=gpu), "--history", folder)
    both = [*kernels(MS), *kernels(MS, deviceId=1)]
    gpus = [{"id": 0, "name": "GPU B"}, {"id": 1, "name": "GPU B"}]
    start = [{"utcEpochNs": 1767225600000000000 + 3 * 86400 * 10**9}]
    tables = {KERNEL: both, GPU: gpus, START: start}
    summarize(trace(tmp_path / "two.sqlite", tables=tables), "--history", folder)
    done = trend(folder)
    told = ["run2.sqlite: on GPU B, the one before on GPU A", "two.sqlite: 2 GPUs, the one before 1"]
    refused = "not one course (compare refuses such a pair)"
    assert done.stderr.splitlines() == [f"nsys-duck: {text}: {refused}" for text in told]
    assert done.stdout.count("2 GPUs, the one before 1") == 4, "of each course"


def test_names_that_contain_the_text(history):
    """Where no name is the text, all that contain it are courses."""
    done = trend(history, "--figure", "copies[Host-to-Device].bytes", "--format", "json")
    assert {row["series"] for row in done.json} == {
        "copies[Host-to-Device].bytes ([CUDA memcpy Host-to-Device])"
    }


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--figure", "gpu_bussy_s"], 2, "near:"),
        (["--figure", "cuda_api_sum.total_ns[x]"], 2, "keeps no reports"),
        (["--figure", "kernels.none.total_s"], 2, "no trace"),
        (["--last", "0"], 2, "--last"),
    ],
)
def test_wrong_questions(history, args, code, words):
    done = trend(history, *args)
    assert done.code == code and words in done.stderr and done.stdout == ""


def test_no_history(tmp_path):
    """Says how to begin one; other files in the folder are none."""
    (tmp_path / "other.parquet").write_text("nothing")
    done = trend(tmp_path)
    assert done.code == 1 and "summarize TRACE --history" in done.stderr
    path = made(tmp_path, 1)
    assert summarize(path, "--label", "x").code == 2
    assert summarize(path, "--history", path).code == 2


def test_endings(history, tmp_path):
    """An ending that is no format is a mistake, not a table under a picture's name."""
    for name in ("x.png", "x.md"):
        done = trend(history, "-o", tmp_path / name)
        assert done.code == 2 and name in done.stderr and not (tmp_path / name).exists()
    assert trend(history, "-o", tmp_path / "x.txt").code == 0
    assert trend(history, "-o", tmp_path / "x.png", "--format", "csv").code == 0


def test_the_axis_names_each_trace_once(history, tmp_path):
    """1, 2, 3 and no place twice."""
    pytest.importorskip("vl_convert")
    assert trend(history, "--figure", "gpu_busy_union_s", "-o", tmp_path / "a.svg").code == 0
    axis = (tmp_path / "a.svg").read_text().split('aria-label="X-axis')[1].split("</svg>")[0]
    assert re.findall(r"<text[^>]*>(\d+)</text>", axis.split('aria-label="Y-axis')[0])[:4] == ["1", "2", "3"]


def test_pictures(history, tmp_path):
    """SVG and a static page, drawn without a network."""
    pytest.importorskip("vl_convert")
    page, picture = tmp_path / "trend.html", tmp_path / "trend.svg"
    assert trend(history, "-o", page).code == 0 and trend(history, "-o", picture).code == 0
    assert picture.read_text().startswith("<svg")
    text = page.read_text()
    assert "<svg" in text and "<script" not in text and "gpu_busy_union_s" in text
    # in a page the colours of its style sheet, dark or light; alone on white, which any viewer shows
    assert 'fill="white"' not in text and 'fill="var(--soft)"' in text
    assert 'fill="white"' in picture.read_text() and "var(--" not in picture.read_text()


def test_history_is_plain_parquet(history):
    """One row a figure, for any reader of Parquet."""
    import duckdb

    rows = duckdb.sql(
        f"SELECT value, unit FROM '{history}/*.parquet' WHERE figure = 'gpu_busy_union_ns' ORDER BY value"
    ).fetchall()
    assert [unit for _, unit in rows] == ["ns"] * 3 and rows[0][0] >= 10 * MS
    assert json.dumps(rows)


def test_a_damaged_file_is_named_and_left_out(tmp_path, trace):
    """The others are used; where none is left, that is said."""
    history = tmp_path / "history"
    other = tmp_path / "other.sqlite"
    assert run("demo", other).code == 0
    for path in (trace, other):
        assert run("summarize", path, "--history", history).code == 0
    first, second = sorted(history.glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:2000])
    done = run("trend", history)
    assert done.code == 0 and f"{first} is damaged and left out" in done.stderr
    assert "kernel_count" in done.stdout
    second.write_bytes(b"")
    done = run("trend", history)
    assert done.code == 1 and "every file of the history is damaged" in done.stderr
