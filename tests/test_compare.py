"""compare: what changed from one trace to another, and what makes the change of the span."""

import json

import pytest
from asking import run, summary_of
from comparing import MS, compare, figure, kernels, told, trace
from tracebuilder import KERNEL, NVTX, at, push, write_trace

import nsys_duck
from nsys_duck.catalog.files import catalog
from nsys_duck.comparison import history
from nsys_duck.comparison.engine import comparing, write_empty
from nsys_duck.comparison.printing import lines


@pytest.fixture
def pair(tmp_path):
    """Three kernels of 1 ms; then the last takes 3 ms."""
    return trace(tmp_path / "base.sqlite", MS, MS, MS), trace(tmp_path / "new.sqlite", MS, MS, 3 * MS)


def test_figures_of_both_sides(pair):
    """Base, new, difference, percent of base; whole nanoseconds."""
    result = told(*pair)
    assert result["verdict"] == "compared"
    assert figure(result, "kernels", "gemm", "total_ns") == {
        "gpu_id": None, "name": "gemm", "figure": "total_ns", "unit": "ns", "base": 3 * MS, "new": 5 * MS,
        "difference": 2 * MS, "percent": pytest.approx(200 / 3), "status": "changed",
        "base_low": None, "base_high": None, "new_low": None, "new_high": None,
    }  # fmt: skip
    assert figure(result, "api", "cudaLaunchKernel", "count")["status"] == "same"
    assert figure(result, "copies", "[CUDA memcpy Host-to-Device]", "bytes")["new"] == 64
    assert figure(result, "nvtx", "step", "union_ns")["difference"] == 2 * MS
    assert {row["figure"] for row in result["figures"]["summary"]} >= {"gpu_busy_union_ns", "kernel_count"}


def test_figures_are_those_of_summarize(pair):
    """The same numbers to the nanosecond."""
    result, summary = told(*pair), summary_of(pair[1])
    for key in ("gpu_activity_span", "gpu_busy_union", "gpu_idle_within_span"):
        assert figure(result, "summary", "", f"{key}_ns")["new"] == round(summary[f"{key}_s"] * 1e9)
    assert figure(result, "kernels", "gemm", "count")["new"] == summary["kernel_count"]


def test_ids_are_folded_on_request(tmp_path):
    """step 1 and step 2 are two names; folded they are one."""
    paths = [
        trace(tmp_path / f"{n}.sqlite", n * MS, tables={NVTX: [push(0, n * MS, f"step {n}")]}) for n in (1, 2)
    ]
    rows = told(*paths)["figures"]["nvtx"]
    assert {row["status"] for row in rows} == {"only base", "only new"}
    assert told(*paths)["notes"] == [
        "2 of the 2 NVTX ranges that only one side has differ in the numbers of their names: --fold-ids folds these"
    ]
    folded = told(*paths, fold_ids=True)
    assert figure(folded, "nvtx", "step #", "count")["status"] == "same"
    assert "names of NVTX ranges are folded" in folded["notes"][0]
    shown = "\n".join(line for line, _ in lines(folded, None))
    assert "ranges overlap each other and GPU work; numbers in names are folded" in shown


def test_kernel_names_are_never_folded(tmp_path):
    """Another tile size is another kernel, and what one looks for."""
    sides = []
    for tile in ("128x64", "128x128"):
        rows, name = {KERNEL: kernels(MS, MS + len(tile))}, f"ampere_sgemm_{tile}"
        sides.append(write_trace(tmp_path / f"{tile}.sqlite", rows, strings={1: name}))
    result = told(*sides, fold_ids=True)
    (fate,) = result["kernel_fates"]
    assert (fate["base_name"], fate["new_name"]) == ("ampere_sgemm_128x64", "ampere_sgemm_128x128")
    assert {row["name"] for row in result["sections"]["kernels"]} == {fate["base_name"], fate["new_name"]}
    assert not any("fold" in note for note in told(*sides)["notes"])


def test_what_one_side_did_not_capture_is_null(tmp_path):
    """No table of calls is not the same as no calls."""
    base = trace(tmp_path / "base.sqlite", MS)
    new = trace(tmp_path / "new.sqlite", 2 * MS, tables={NVTX: []})
    new.rename(tmp_path / "full.sqlite")
    new = trace(new, 2 * MS)
    import sqlite3

    with sqlite3.connect(new) as db:
        db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME")
    result = told(base, new)
    calls = figure(result, "api", "cudaLaunchKernel", "total_ns")
    assert (calls["base"], calls["new"], calls["status"]) == (500, None, "not captured")
    assert [(row["side"], row["section"]) for row in result["missing"]] == [("new", "api")]
    without_ranges = told(base, tmp_path / "full.sqlite")
    assert figure(without_ranges, "nvtx", "step", "count")["new"] == 0


def test_window_is_of_both_sides(pair):
    """--from and --to cut BASE and NEW alike."""
    done = compare(*pair, "--to", "1ms", "--format", "json")
    assert figure(done.json, "kernels", "gemm", "total_ns")["new"] == MS
    assert done.json["verdict"] == "not comparable", "inside the window the two are the same"


def test_device_is_of_both_sides(tmp_path):
    """--device restricts both sides to one GPU."""
    two = kernels(MS) + kernels(2 * MS, deviceId=1)
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: two})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(MS) + kernels(3 * MS, deviceId=1)})
    done = compare(base, new, "--device", 1, "--format", "json")
    assert {row["gpu_id"] for row in done.json["span_explained"]} == {1}
    assert figure(done.json, "kernels", "gemm", "total_ns")["difference"] == MS


def test_every_relation_has_the_columns_declared(tmp_path, pair):
    """Names and types of sql/compare are those of the headers, with rows and without."""
    from nsys_duck.comparison import running
    from nsys_duck.comparison.gates import parse

    gates = parse(["gpu_busy_union_s > +5%", "cuda_gpu_kern_sum.avg_ns[gemm] > 1s"])
    traces = [("base", 0, pair[0]), ("new", 0, pair[1])]
    read = list(running._read_all(traces, gates, running.Wanted(), tmp_path))
    running.lay_out(read, gates, tmp_path)
    for name in ("gate_rows", "compared_shapes"):
        stem = {"gate_rows": "rows", "compared_shapes": "shapes"}[name]
        with comparing(tmp_path, {}) as opened:
            write_empty(opened.connection, name, tmp_path / f"{stem}_none.parquet")
    with nsys_duck.open(pair[0]) as opened:
        history.append(opened, tmp_path / "history", None, "", None)
    wanted = {"turn": 1, "operand": "kernel_count", "section": "summary", "figure": "kernel_count"}
    (tmp_path / "trend.json").write_text(json.dumps([wanted]))
    variables = {"across_gpus": False, "fold_ids": False, "top": 0, "last": 5}
    variables["history_files"] = [str(path) for path in history.files(tmp_path / "history")]
    with comparing(tmp_path, variables) as opened:
        for file in catalog().values():
            if file.kind == "compare" and not file.returns:
                opened.rows(file.name)
                described = opened.connection.execute(f"DESCRIBE {file.name}").fetchall()
                assert [row[:2] for row in described] == [(c.name, c.type) for c in file.columns], file.name


def test_json_has_a_version(pair):
    """The keys of the JSON are a contract."""
    done = compare(*pair, "--format", "json")
    assert (done.code, done.json["schema_version"]) == (0, 1)
    assert list(done.json) == [
        "schema_version", "verdict", "exit_status", "reason", "different_work", "cautions", "gates", "fold_ids", "options", "reservations", "traces", "facts",
        "missing", "findings", "span_explained", "kernel_fates", "sections", "figures", "notes",
    ]  # fmt: skip
    assert json.dumps(done.json) == json.dumps(compare(*pair, "--format", "json").json)


def test_top_limits_names(tmp_path):
    """--top N names a section, 0 all."""
    names = {n: f"k{n}" for n in range(1, 8)}
    rows = [at(n, n + 1, shortName=n, demangledName=n) for n in names]
    base = write_trace(tmp_path / "base.sqlite", {KERNEL: rows}, strings=names)
    new = write_trace(
        tmp_path / "new.sqlite", {KERNEL: [{**r, "end": r["end"] + 5} for r in rows]}, strings=names
    )
    for top, count in ((3, 3), (0, 7)):
        done = compare(base, new, "--format", "json", "--top", top)
        assert len(done.json["sections"]["kernels"]) == count
        assert done.json["sections"]["kernels"][0]["name_count"] == 7


def test_a_converted_trace_is_the_trace(tmp_path, pair):
    """Its figures are those of the export, so that comparing the two is comparing a trace with itself."""
    kept = tmp_path / "base.duckdb"
    assert run("convert", pair[0], "-o", kept).code == 0
    done = compare(pair[0], kept)
    assert done.code == 3 and "are one trace" in done.stdout
    assert compare(kept, pair[1]).code == 0


def test_from_python(pair):
    """The same data as the command's JSON; each side a path or several."""
    result = nsys_duck.compare(pair[0], str(pair[1]), fail_if=["gpu_busy_union_s > +5%"])
    assert (result["verdict"], result["exit_status"]) == ("fail", 1)
    assert nsys_duck.compare([pair[0]], [pair[1]], to="1ms")["verdict"] == "not comparable"
    assert figure(result, "kernels", "gemm", "count")["new"] == 3
