"""`nsys-duck html`: the folder that it writes, and that its figures are those of the other commands."""

import csv
import io
import itertools
import json
import re
import shlex
import subprocess
import sys

import pytest
from asking import COMMAND, SHARED, contents, run, summarize
from pagetext import Page
from tracebuilder import GRAPH, KERNEL, MEMCPY, NVTX, RUNTIME, at, push, write_trace

pytest.importorskip("vl_convert")
LIMIT = 5_000_000  # bytes of a page


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo trace and its page."""
    folder = tmp_path_factory.mktemp("demo")
    run("demo", folder / "demo.sqlite")
    done = run("html", folder / "demo.sqlite", "-o", folder / "report")
    assert done.code == 0, done.stderr
    return folder / "demo.sqlite", folder / "report"


@pytest.fixture(scope="module")
def page(demo):
    return Page((demo[1] / "demo.html").read_text())


def test_the_folder_has_an_index_a_page_and_a_summary(demo):
    trace, report = demo
    found = sorted(str(path.relative_to(report)) for path in report.rglob("*") if path.is_file())
    assert found == ["demo.html", "demo/summary.json", "index.html"]
    assert (report / "demo" / "summary.json").read_text() == summarize(trace, "--detail").stdout


def test_nothing_is_fetched_and_the_links_lead_somewhere(demo):
    for path in demo[1].glob("*.html"):
        page = Page(path.read_text())
        assert [source for source in page.sources if not source.startswith("data:")] == []
        assert all(link.startswith("#") or (demo[1] / link).exists() for link in page.links)
        assert path.stat().st_size < LIMIT


def test_headline_and_index_have_the_figures_of_summarize(demo, page):
    told = summarize(demo[0]).json
    want = {
        "span_ns": round(told["gpu_activity_span_s"] * 1e9),
        "busy_ns": round(told["gpu_busy_union_s"] * 1e9),
        "idle_ns": round(told["gpu_idle_within_span_s"] * 1e9),
        "kernel_count": told["kernel_count"],
    }
    assert {name: int(value) for name, value in page.figures} == want
    index = Page((demo[1] / "index.html").read_text())
    assert {n: int(v) for n, v in index.figures if n != "busy_pct"} == want
    assert told["top_kernels"][0][0] in index.text


def rows_of(trace, command: str) -> list[dict[str, str]]:
    """The rows that a command line of the page prints."""
    words = shlex.split(command)
    assert words[3] == trace.name
    done = run(*words[1:3], trace, *words[4:], "--format", "csv")
    assert done.code == 0, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_every_table_has_the_figures_of_its_report(demo, page):
    reports = {}
    for command in page.commands():
        reports.setdefault(shlex.split(command)[2], []).append(rows_of(demo[0], command))
    tables = [table for table in page.tables if table.report]
    assert len(tables) >= 10
    for table in tables:
        shown = [row for row in table.rows if row]
        assert shown, table.report
        assert any(
            [{name: rows[i][name] for name in row} for i, row in enumerate(shown)] == shown
            for rows in reports[table.report]
            if len(rows) >= len(shown)
        ), table.report


def test_the_sql_behind_each_picture_and_table_runs_and_gives_its_rows(demo, page):
    statements = page.sql()
    assert len(statements) >= 15
    answers = {}
    for sql in statements:
        done = run("query", demo[0], "-", "--format", "json", input=sql, stdin=None)
        assert done.code == 0, sql + done.stderr
        answers[sql.split(":")[0].removeprefix("-- ")] = done.json
    timeline = page.specs["timeline"]["datasets"]
    assert timeline["busy"] == answers["gpu_utilization_over_time"]
    assert timeline["lanes"] == answers["nvtx_lanes"]
    assert page.specs["queue"]["datasets"]["queue"] == answers["queue_histogram"]


def test_a_trace_that_fails_is_listed_and_does_not_stop_the_others(tmp_path, trace):
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\0 and no more")
    done = run("html", broken, trace, tmp_path / "none.sqlite", "-o", tmp_path / "out")
    assert done.code == 1
    index = Page((tmp_path / "out" / "index.html").read_text())
    assert "broken.sqlite" in index.text and "no such file" in index.text and "2 of them failed" in index.text
    assert (tmp_path / "out" / "trace.html").exists() and not (tmp_path / "out" / "broken.html").exists()
    assert "[1/3] broken.sqlite: failed" in done.stderr and "Traceback" not in done.stderr


def test_a_page_of_yesterday_does_not_stay_for_a_trace_that_fails_today(tmp_path, trace):
    out = tmp_path / "out"
    assert run("html", trace, "-o", out).code == 0
    trace.write_bytes(b"")
    assert run("html", trace, "-o", out).code == 1
    assert [path.name for path in out.iterdir()] == ["index.html"]


def test_pages_of_an_earlier_run_are_told(tmp_path, trace):
    """They stay, since somebody may want them; the index has today's alone."""
    other = write_trace(tmp_path / "other.sqlite", {KERNEL: [at(0, 10)]})
    out = tmp_path / "out"
    assert "earlier run" not in run("html", trace, other, "-o", out).stderr
    (out / "notes.html").write_text("mine")
    done = run("html", trace, "-o", out)
    assert done.code == 0 and f"of an earlier run: other.html (1 in {out})" in done.stderr
    assert (out / "other.html").exists() and "other" not in Page((out / "index.html").read_text()).text


def test_traces_of_one_name_have_pages_of_their_own(tmp_path):
    paths = []
    for day in ("monday", "tuesday"):
        (tmp_path / day).mkdir()
        paths.append(write_trace(tmp_path / day / "run #1?.sqlite", {KERNEL: [at(0, 10)]}))
    assert run("html", *paths, "-o", tmp_path / "out").code == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("*.html")) == [
        "index.html", "run #1?-2.html", "run #1?.html",
    ]  # fmt: skip
    links = Page((tmp_path / "out" / "index.html").read_text()).links
    assert "run%20%231%3F.html" in links and "run%20%231%3F-2/summary.json" in links


def test_nothing_is_written_beside_the_trace(trace, tmp_path):
    before = contents(trace.parent)
    done = run("html", trace, "-o", trace.parent)
    assert (done.code, contents(trace.parent)) == (2, before)
    assert "name another folder" in done.stderr
    assert run("html", trace, "-o", tmp_path / "out").code == 0
    assert contents(trace.parent) == before


def test_a_page_of_someone_else_is_not_replaced(tmp_path, trace):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>mine</h1>")
    done = run("html", trace, "-o", tmp_path / "site")
    assert done.code == 2 and "is not a page of nsys-duck" in done.stderr
    assert (tmp_path / "site" / "index.html").read_text() == "<h1>mine</h1>"


def test_names_that_would_meet_other_files_of_the_folder(tmp_path):
    """`..` is no place for a summary, and a.html cannot be a page and a folder."""
    (tmp_path / "in").mkdir()
    names = ["...", ".", "a", "a.html", "index.html", "-x", "l" * 240]
    paths = [write_trace(tmp_path / "in" / f"{name}.sqlite", {KERNEL: [at(0, 10)]}) for name in names]
    out = tmp_path / "top" / "out"
    assert run("html", *paths, "-o", out).code == 0
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    links = Page((out / "index.html").read_text()).links[1:]
    assert len(set(links)) == 2 * len(paths) and all((out / link).is_file() for link in links)
    commands = Page((out / "-x.html").read_text()).commands()
    assert commands and all(" ./-x.sqlite" in command for command in commands)


def test_a_folder_where_any_trace_is_is_not_written_to(tmp_path, trace):
    (tmp_path / "out" / "trace").mkdir(parents=True)
    base = write_trace(tmp_path / "out" / "trace" / "base.sqlite", {KERNEL: [at(0, 10)]})
    before = contents(tmp_path / "out")
    for command in ([trace, base], [trace, "--baseline", base]):
        done = run("html", *command, "-o", tmp_path / "out")
        assert done.code == 2 and "holds a trace" in done.stderr
    parquet = tmp_path / "parquet"
    parquet.mkdir()
    assert "holds a trace" in run("html", parquet, "-o", parquet / "report").stderr
    assert contents(tmp_path / "out") == before and contents(parquet) == {}


def test_a_file_in_the_way_fails_its_trace_only(tmp_path, trace):
    other = write_trace(tmp_path / "other.sqlite", {KERNEL: [at(0, 10)]})
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "trace").write_text("mine")
    done = run("html", trace, other, "-o", tmp_path / "out")
    assert done.code == 1 and "Traceback" not in done.stderr
    assert (tmp_path / "out" / "other.html").exists() and (tmp_path / "out" / "trace").read_text() == "mine"


def test_a_pattern_with_a_dollar_and_the_name_of_a_parameter_stays_whole(tmp_path, trace):
    assert run("html", trace, "-o", tmp_path / "out", "--dispatch", "CG_DISPATCH|no$bins").code == 0
    page = Page((tmp_path / "out" / "trace.html").read_text())
    (sql,) = (sql for sql in page.sql() if sql.startswith("-- dispatch_over_time"))
    assert "'CG_DISPATCH|no$bins'" in sql


def test_what_is_small_is_not_printed_as_nothing(tmp_path):
    kernels = [at(0, 10**10), at(10**10 + 50, 10**10 + 55, shortName=2, demangledName=2)]
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: kernels}, strings={1: "big", 2: "tiny"})
    assert run("html", path, "-o", tmp_path / "out").code == 0
    (table,) = re.findall(r'<table data-report="cuda_gpu_kern_sum".*?</table>',
                          (tmp_path / "out" / "trace.html").read_text(), re.S)  # fmt: skip
    tiny = table[table.index("tiny") :]
    assert tiny.count(">5 ns<") == 5 and ">&lt;0.1<" in tiny and ">0.000<" not in tiny


def test_the_picture_of_the_index_has_no_gaps_that_the_trace_has_not(tmp_path):
    """A trace of fewer nanoseconds than bins."""
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: [at(0, 20)]}, strings={1: ""})
    assert run("html", path, "-o", tmp_path / "out").code == 0
    index = (tmp_path / "out" / "index.html").read_text()
    bars = re.findall(r'<path d="M([\d.]+),[\d.]+h([\d.]+)v[\d.]+h-[\d.]+Z', index)
    edges = sorted((float(x), float(x) + float(width)) for x, width in bars if float(width) < 100)
    assert len(edges) == 20
    assert all(b[0] == pytest.approx(a[1], abs=0.1) for a, b in itertools.pairwise(edges))
    assert "(no text)" in index


@pytest.mark.parametrize(
    "options",
    [["--dispatch", "("], ["--communication", "["], ["--from", "soon"]],
    ids=lambda options: options[0].strip("-"),
)
def test_a_mistake_in_an_option_is_wrong_usage_not_a_failed_trace(tmp_path, trace, options):
    done = run("html", trace, "-o", tmp_path / "out", *options)
    assert done.code == 2 and options[0] in done.stderr and "Traceback" not in done.stderr


def test_what_was_not_captured_says_so_and_how_to_record_it(tmp_path, empty_trace):
    done = run("html", empty_trace, "-o", tmp_path / "out")
    assert done.code == 0, done.stderr
    page = Page((tmp_path / "out" / "empty.html").read_text())
    assert "Not captured: the trace has no CUDA kernel data." in page.text
    assert "--trace=cuda" in page.text and "not captured" in page.text
    assert dict(page.figures)["span_ns"] == ""
    assert "dispatch steps: none found" in page.text


def test_names_of_a_trace_are_text_and_nothing_else(tmp_path):
    name = '</script><script>alert("1")</script><b>&amp;'
    path = write_trace(
        tmp_path / "trace.sqlite",
        {KERNEL: [at(0, 10)], NVTX: [push(0, 50, name)], RUNTIME: [at(0, 5)], MEMCPY: [at(20, 30)]},
        strings={1: name},
    )
    assert run("html", path, "-o", tmp_path / "out").code == 0
    text = (tmp_path / "out" / "trace.html").read_text()
    assert "<script>alert" not in text and "<b>&amp;" not in text
    page = Page(text)
    assert page.specs["timeline"]["datasets"]["lanes"][0]["range_name"] == name
    assert "<script>alert" not in (tmp_path / "out" / "index.html").read_text()


def test_a_window_and_a_device_hold_for_every_figure_and_stand_on_the_page(demo, tmp_path):
    options = ["--device", "1", "--from", "300ms", "--to", "700ms"]
    assert run("html", demo[0], "-o", tmp_path / "out", *options).code == 0
    page = Page((tmp_path / "out" / "demo.html").read_text())
    told = summarize(demo[0], *options).json
    assert int(dict(page.figures)["busy_ns"]) == round(told["gpu_busy_union_s"] * 1e9)
    assert "restricted by --from 300ms, --to 700ms, --device 1" in page.text
    assert {row["gpu_id"] for row in page.specs["timeline"]["datasets"]["busy"]} == {1}


def test_a_baseline_is_compared_with_each_trace_but_itself(tmp_path):
    base = write_trace(tmp_path / "base.sqlite", {KERNEL: [at(0, 1000), at(2000, 3000)]})
    new = write_trace(tmp_path / "new.sqlite", {KERNEL: [at(0, 1000), at(2000, 3500)]})
    none = write_trace(tmp_path / "none.sqlite", {KERNEL: []})
    out = tmp_path / "out"
    done = run("html", base, new, none, "-o", out, "--baseline", base)
    assert done.code == 0, done.stderr
    index, page = (Page((out / f"{name}.html").read_text()) for name in ("index", "new"))
    assert "+25.0 %" in index.text and "is the baseline" in index.text and "no verdict" in index.text
    assert "Against base.sqlite" in page.text and "new/compare.html" in page.links
    assert "BASE" in (out / "new" / "compare.html").read_text()
    assert not (out / "base" / "compare.html").exists()
    assert "Against base.sqlite" not in Page((out / "base.html").read_text()).text
    assert "not comparable" in Page((out / "none.html").read_text()).text


def test_a_change_of_what_was_not_captured_is_no_change_of_nothing(tmp_path):
    """Graphs traced as a whole, no kernel table: busy changed, and of kernels nothing is known."""
    base, new = (
        write_trace(tmp_path / f"{name}.sqlite", {GRAPH: [at(0, end), at(30, 40)]})
        for name, end in (("base", 10), ("new", 20))
    )
    assert run("html", new, "-o", tmp_path / "out", "--baseline", base).code == 0
    text = (tmp_path / "out" / "index.html").read_text()
    assert "+50.0 %<small>kernels –</small>" in text and "+0.0 %" not in text


def test_a_baseline_that_cannot_be_compared_is_told(tmp_path):
    base = write_trace(tmp_path / "base.sqlite", {KERNEL: [at(0, 10), at(0, 10, deviceId=1)]})
    new = write_trace(tmp_path / "new.sqlite", {KERNEL: [at(0, 10)]})
    done = run("html", new, base, "-o", tmp_path / "out", "--baseline", base)
    assert done.code == 0
    assert (
        "new.sqlite against base.sqlite: not comparable: BASE (base.sqlite) has work on 2 GPU" in done.stderr
    )
    assert done.stderr.count("not comparable") == 1


def test_a_baseline_that_is_no_trace_ends_the_run(tmp_path, trace):
    done = run("html", trace, "-o", tmp_path / "out", "--baseline", tmp_path / "none.sqlite")
    assert done.code == 1 and "no such file" in done.stderr
    assert not (tmp_path / "out").exists()


def test_without_the_extra_one_line_says_how_to_get_it(tmp_path, trace):
    code = f"import sys; sys.modules['vl_convert'] = None; sys.argv[0] = 'nsys-duck'; exec(open({COMMAND!r}).read())"
    done = subprocess.run(
        [sys.executable, "-c", code, "html", trace, "-o", tmp_path / "out"], capture_output=True, text=True
    )
    assert done.returncode == 2 and "pip install 'nsys-duck[report]'" in done.stderr
    assert not (tmp_path / "out").exists() and "Traceback" not in done.stderr


def test_many_events_make_no_large_page(tmp_path):
    ranges = [push(i * 100, i * 100 + 90, f"step {i}") for i in range(20_000)]
    kernels = [at(i * 100 + 10, i * 100 + 80, correlationId=i) for i in range(20_000)]
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: kernels, NVTX: ranges})
    assert run("html", path, "-o", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "trace.html").stat().st_size < 2_500_000


def test_many_gpus_and_long_names_make_no_large_page_and_say_what_is_left_out(tmp_path):
    names = {i: f"kernel{i:02}" + "x" * 5000 for i in range(1, 31)}
    kernels = [
        at(i * 100, i * 100 + 80, deviceId=i % 64, shortName=1 + i % 30, demangledName=1 + i % 30)
        for i in range(20_000)
    ]
    ranges = [push(i * 1000, i * 1000 + 900, "r" * 5000 + f" {i}", globalTid=i % 300) for i in range(2000)]
    path = write_trace(tmp_path / "trace.sqlite", {KERNEL: kernels, NVTX: ranges}, strings=names)
    assert run("html", path, "-o", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "trace.html").stat().st_size < LIMIT
    page = Page((tmp_path / "out" / "trace.html").read_text())
    timeline = page.specs["timeline"]["datasets"]
    assert {row["gpu_id"] for row in timeline["busy"]} == set(range(64))
    assert timeline["gaps"][0]["before_name"].endswith("x… (5,008 characters)")
    assert "The first 20 of 64 rows; the SQL gives all." in page.text
    assert "The first 20 rows; the report gives all with rows=0." in page.text


@pytest.mark.skipif(not SHARED.is_dir(), reason="no folder of real exports beside the project")
def test_real_exports_have_pages_with_the_figures_of_summarize(tmp_path):
    paths = sorted((SHARED / "traces").glob("*.sqlite"))
    done = run("html", *paths, "-o", tmp_path / "out")
    assert done.code == 0, done.stderr
    for path in paths:
        file = tmp_path / "out" / f"{path.stem}.html"
        assert file.stat().st_size < LIMIT
        figures = dict(Page(file.read_text()).figures)
        told = json.loads((tmp_path / "out" / path.stem / "summary.json").read_text())
        assert told == summarize(path, "--detail").json
        assert int(figures["busy_ns"]) == round(told["gpu_busy_union_s"] * 1e9)
