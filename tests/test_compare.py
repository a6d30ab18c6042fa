"""compare: what changed from one trace to another, and what makes the change of the span."""

import json

import pytest
from asking import SHARED, run, summary_of
from comparing import MS, US, compare, figure, kernels, told, trace
from tracebuilder import KERNEL, MEMCPY, NVTX, at, push

import nsys_duck
from nsys_duck import history
from nsys_duck.catalog import catalog
from nsys_duck.comparison.engine import comparing, write_empty


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


def parts(result: dict, gpu: int = 0) -> dict:
    return {
        (row["kind"], row["name"]): row["difference_ns"]
        for row in result["span_explained"]
        if row["gpu_id"] == gpu
    }


def test_the_parts_add_up_to_the_change_of_the_span(pair):
    """Busy time by kernel and copy, idle time by cause, nothing twice and nothing left."""
    found = parts(told(*pair))
    assert found[("span", "")] == found[("kernels", "gemm")] == 2 * MS
    assert sum(found.values()) == 2 * found[("span", "")]
    assert found[("rounding", "left unexplained")] == 0


def test_work_at_once_is_shared(tmp_path):
    """Two kernels at once have half of that time each: sums of kernels exceed the span, shares do not."""
    both = [*kernels(6 * US), *kernels(4 * US, name=2, streamId=2)]
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: both, MEMCPY: []})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(6 * US), MEMCPY: []})
    result = told(base, new)
    assert [figure(result, "kernels", "gemm", "share_ns", 0)[side] for side in ("base", "new")] == [
        4000,
        6000,
    ]
    assert figure(result, "kernels", "softmax", "share_ns", 0)["base"] == 2000
    assert parts(result)[("span", "")] == 0
    assert parts(result)[("kernels", "softmax")] == -2000


def test_shares_of_three_are_rounded_and_told(tmp_path):
    """A third of a nanosecond is not lost without a word: it is left unexplained."""
    three = [at(0, 10, shortName=n, demangledName=n, streamId=n) for n in (1, 2, 4)]
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: three, MEMCPY: []})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(10), MEMCPY: []})
    found = parts(told(base, new))
    assert found[("rounding", "left unexplained")] == -1
    assert sum(found.values()) == 2 * found[("span", "")]


def test_number_and_length_part(tmp_path):
    """More kernels, and longer ones, are told apart."""
    base = trace(tmp_path / "base.sqlite", MS, MS)
    new = trace(tmp_path / "new.sqlite", *([1.5 * MS] * 3), gap=10 * US)
    (row,) = (r for r in told(base, new)["span_explained"] if r["name"] == "gemm")
    assert (row["difference_ns"], row["by_count_ns"], row["by_length_ns"]) == (2.5 * MS, MS, 1.5 * MS)


def test_new_vanished_and_renamed_kernels(tmp_path):
    """A vanished and a new kernel of one launch shape and nearly one count are taken for one."""
    alone = kernels(MS, name=2, gridX=99)
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: [*kernels(MS, MS), *alone]})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: kernels(MS, 2 * MS, name=4)})
    fates = told(base, new)["kernel_fates"]
    assert [(row["fate"], row["base_name"], row["new_name"]) for row in fates] == [
        ("renamed", "gemm", "gemm_v2"),
        ("vanished", "softmax", None),
    ]
    assert (fates[0]["base_ns"], fates[0]["new_ns"], fates[0]["shape"]) == (
        2 * MS,
        3 * MS,
        "8x1x1 of 256x1x1",
    )


def test_ids_are_folded_on_request(tmp_path):
    """step 1 and step 2 are two names; folded they are one."""
    paths = [
        trace(tmp_path / f"{n}.sqlite", n * MS, tables={NVTX: [push(0, n * MS, f"step {n}")]}) for n in (1, 2)
    ]
    rows = told(*paths)["figures"]["nvtx"]
    assert {row["status"] for row in rows} == {"only base", "only new"}
    assert figure(told(*paths, fold_ids=True), "nvtx", "step #", "count")["status"] == "same"


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
    running._read_all(traces, gates, running.Wanted(), tmp_path)
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
        "schema_version", "verdict", "exit_status", "reason", "gates", "reservations", "traces", "facts",
        "missing", "findings", "span_explained", "kernel_fates", "sections", "figures", "notes",
    ]  # fmt: skip
    assert json.dumps(done.json) == json.dumps(compare(*pair, "--format", "json").json)


def test_top_limits_names(tmp_path):
    """--top N names a section, 0 all."""
    names = {n: f"k{n}" for n in range(1, 8)}
    rows = [at(n, n + 1, shortName=n, demangledName=n) for n in names]
    from tracebuilder import write_trace

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


REAL = SHARED / "traces"


@pytest.mark.skipif(not REAL.is_dir(), reason="no real traces here")
def test_two_runs_with_nccl_tell_what_changed():
    """The same program: kernels as fast as before, the host slower at launching them, GPUs idle for it."""
    base, new = (REAL / f"nccl_2gpu_{when}_2026_2.sqlite" for when in ("before", "after"))
    result = told(base, new, top=10)
    said = "\n".join(result["findings"])
    assert "GPU 0: span 300 ms -> 299 ms (-0.2%): busy 274 ms -> 240 ms, idle 26.0 ms -> 59.1 ms" in said
    assert "423 fewer kernels (4,010 -> 3,587, -10.5%)" in said
    assert "GPU 0 idle, since the launch came too late: 22.1 ms -> 56.6 ms" in said
    assert "cudaLaunchKernel takes 10.9 us each, was 7.76 us (+40.4%)" in said
    assert "GPU 1: communication that no computation hides 8.23 ms -> 23.8 ms" in said
    assert "flash" not in said, "it takes as long as before"
    for gpu in (0, 1):
        found = parts(result, gpu)
        assert sum(found.values()) == 2 * found[("span", "")]
        assert abs(found[("rounding", "left unexplained")]) < 50


@pytest.mark.skipif(not REAL.is_dir(), reason="no real traces here")
def test_runs_with_other_data():
    """What one run did not capture is not called a change."""
    result = told(REAL / "pytorch_a100_2024_6.sqlite", REAL / "pytorch_a100_clean_2024_6.sqlite", top=5)
    assert result["verdict"] == "compared"
    found = parts(result)
    assert sum(found.values()) == 2 * found[("span", "")]


def test_graphs_traced_otherwise_are_told(tmp_path):
    """Kernels inside a graph that was traced as a whole are not in the export."""
    from tracebuilder import GRAPH

    base = trace(
        tmp_path / "base.sqlite", tables={KERNEL: [{**row, "graphNodeId": 7} for row in kernels(MS, MS)]}
    )
    new = trace(tmp_path / "new.sqlite", MS, tables={GRAPH: [at(2 * MS, 3 * MS, graphId=1)]})
    result = told(base, new)
    assert "Kernels launched by CUDA graphs: 2 -> 0" in result["findings"]
    assert any("traced as a whole in some" in note for note in result["notes"])


def test_smaller_parts_are_one_row(tmp_path):
    """What is shown adds up, however little is shown."""
    both = [*kernels(MS), *[{**row, "start": row["start"] + 2 * MS, "end": row["end"] + 2 * MS} for row in
                            kernels(MS, name=2)]]  # fmt: skip
    base = trace(tmp_path / "base.sqlite", tables={KERNEL: both})
    new = trace(tmp_path / "new.sqlite", tables={KERNEL: [{**row, "end": row["end"] + 5} for row in both]})
    result = told(base, new, top=1)
    kinds = [row["kind"] for row in result["span_explained"]]
    assert kinds[0] == "span" and kinds[2:] == ["others", "rounding"]
    assert sum(parts(result).values()) == 2 * parts(result)[("span", "")]
