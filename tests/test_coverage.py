"""Not captured, not exported, not recorded by this version, lost, did not happen: one relation says which."""

import pytest
from asking import run, summary_of
from pagetext import Page
from tracebuilder import GRAPH, KERNEL, MEMCPY, MEMSET, NVTX, RUNTIME, at, push, schema, write_trace

import nsys_duck

NAMES = {1: "k", 2: "cudaLaunchKernel_v7000", 3: "cudaMemcpyAsync_v3020", 4: "cudaMemsetAsync_v3020"}
START_NS = 1_700_000_000 * 10**9
CALLS = [at(0, 1, nameId=2 + number % 3, correlationId=number + 1) for number in range(30)]


def settings(**given: object) -> list[dict]:
    """What the export says of itself."""
    known = {"EXPORT_SCHEMA_VERSION": "3.20.3", "EXPORT_PARAM_LAZY": "true"}
    return [{"name": name, "value": str(value)} for name, value in (known | given).items()]


def traced(*kinds: str) -> list[dict]:
    """What the capture was asked for."""
    return [{"name": "CAPTURE_EVENT_TYPE", "value": kind} for kind in kinds]


WORK = {KERNEL: [at(0, 10, correlationId=1)], RUNTIME: [at(-5, -1, nameId=2, correlationId=1)]}
CUDA = {**WORK, "META_DATA_CAPTURE": traced("Cuda")}
KINDS = {
    "not captured": (NVTX, {**CUDA, "META_DATA_EXPORT": settings()}),
    "not exported": (
        MEMCPY,
        {**CUDA, "META_DATA_EXPORT": settings(EXPORT_PARAM_TABLES_TO_EXPORT=f"{KERNEL},{RUNTIME},StringIds")},
    ),
    "not recorded by this version": (
        "CUPTI_ACTIVITY_KIND_JIT",
        {**CUDA, "META_DATA_EXPORT": settings()},
    ),
    "lost": (MEMCPY, {RUNTIME: CALLS, "META_DATA_EXPORT": settings()}),
    "did not happen": (MEMSET, {**CUDA, "META_DATA_EXPORT": settings()}),
}


def states(path) -> dict[str, str]:
    """The state of each table."""
    with nsys_duck.open(path) as trace:
        return dict(trace.answer("SELECT table_name, state FROM coverage").rows)


@pytest.mark.parametrize("state", KINDS)
def test_each_kind(tmp_path, state):
    """Each of the five, from SQLite and converted."""
    table, tables = KINDS[state]
    path = write_trace(tmp_path / "t.sqlite", tables, strings=NAMES)
    assert states(path)[table] == state
    assert run("convert", path, "-o", tmp_path / "t.duckdb").code == 0
    assert states(tmp_path / "t.duckdb") == states(path)


@pytest.mark.parametrize(
    "value", [f"{KERNEL},{RUNTIME}", "KERNEL,runtime", ".*KERNEL, .*RUNTIME", "CUPTI.*\\(KERNEL\\|RUNTIME\\)"]
)
def test_patterns_of_tables(tmp_path, value):
    """--tables has regular expressions, whatever their case; what is in the export was exported."""
    tables = {**CUDA, "META_DATA_EXPORT": settings(EXPORT_PARAM_TABLES_TO_EXPORT=value)}
    got = states(write_trace(tmp_path / "t.sqlite", tables, strings=NAMES))
    assert (got[KERNEL], got[MEMCPY], got[NVTX]) == ("captured", "not exported", "not captured")


def test_every_table_of_one_capture(tmp_path):
    """Exports with every table give the answers of those without the empty ones."""
    lazy = {**CUDA, "META_DATA_EXPORT": settings()}
    every = {name: [] for name in schema() if name != "StringIds"}
    every |= {**CUDA, "META_DATA_EXPORT": settings(EXPORT_PARAM_LAZY="false")}
    a = write_trace(tmp_path / "a.sqlite", lazy, strings=NAMES)
    b = write_trace(tmp_path / "b.sqlite", every, strings=NAMES)
    assert states(a) == states(b)
    got, same = summary_of(a, detail=True), summary_of(b, detail=True)
    assert {**got, "file": ""} == {**same, "file": ""} and got["absent"] == [NVTX]
    done = run("report", "nvtx_sum", b)
    assert done.code == 1 and "--trace=nvtx" in done.stderr
    with nsys_duck.open(b) as trace:
        assert trace.answer("SELECT count(*) FROM raw.NVTX_EVENTS").rows == [(0,)]


def test_empty_tables_of_exports_that_do_not_say(tmp_path):
    """One empty table was captured; where nearly all are there, as in 2021, it was written without."""
    one = write_trace(tmp_path / "a.sqlite", {**WORK, NVTX: []}, strings=NAMES)
    every = {**{name: [] for name in schema() if name not in ("StringIds", "META_DATA_EXPORT")}, **WORK}
    assert states(one)[NVTX] == "captured"
    assert states(write_trace(tmp_path / "b.sqlite", every, strings=NAMES))[NVTX] == "not captured"


def test_lost_work_is_told_everywhere(tmp_path):
    """Calls that copied, and no copy: the same words in a report, doctor, the summary, a query and a page."""
    path = write_trace(tmp_path / "t.sqlite", KINDS["lost"][1], strings=NAMES)
    told = "10 copy calls, no copy was captured"
    done = run("report", "cuda_gpu_mem_time_sum", path)
    assert done.code == 1 and told in done.stderr and "cuda-graph-trace" not in done.stderr
    assert told in run("doctor", path, "--format", "json").stdout
    assert told in str(summary_of(path, detail=True)["data_quality"]["absent_tables"])
    assert told in run("query", path, "SELECT count(*) FROM gpu_memcpy").stderr
    assert "gpu_memcpy" not in run("query", path, "SELECT count(*) FROM cuda_api").stderr
    done = run("report", "gpu_utilization", path)
    assert done.code == 1 and "10 launch calls, no kernel was captured" in done.stderr
    assert "cuda-graph-trace" not in done.stderr
    assert run("html", path, "-o", tmp_path / "out").code == 0
    assert "10 launch calls, no kernel was captured" in Page((tmp_path / "out" / "t.html").read_text()).text


def test_calls_that_did_nothing(tmp_path):
    """A failed call copies nothing; a runtime call and its driver call are one; host functions launch nothing."""
    calls = [
        at(0, 1, nameId=3, correlationId=1, returnValue=2),
        at(0, 4, nameId=4, correlationId=2),
        at(1, 3, nameId=5, correlationId=2, eventClass=1),
        at(5, 6, nameId=6, correlationId=3),
    ]
    names = {**NAMES, 5: "cuMemsetD8Async", 6: "cudaLaunchHostFunc_v10000"}
    with nsys_duck.open(write_trace(tmp_path / "t.sqlite", {RUNTIME: calls}, strings=names)) as trace:
        found = dict(trace.answer("SELECT table_name, reason FROM coverage").rows)
    assert "1 memset call, no memset was captured" in found[MEMSET]
    assert "call" not in found[MEMCPY] and "call" not in found[KERNEL]


def test_calls_of_graphs_that_were_traced_as_a_whole(tmp_path):
    """Nothing was lost: the copies are inside the graphs."""
    path = write_trace(tmp_path / "t.sqlite", {RUNTIME: CALLS, GRAPH: [at(0, 9)]}, strings=NAMES)
    done = run("report", "cuda_gpu_mem_time_sum", path)
    assert "--cuda-graph-trace=node" in done.stderr
    assert "CUDA graphs were traced as a whole" in run("doctor", path, "--format", "json").stdout
    assert states(path)[MEMCPY] == "not captured"


@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("shift", [0, 5, 10**18])
@pytest.mark.parametrize("has_start", [True, False])
def test_times_of_the_session(tmp_path, normalize, shift, has_start):
    """Normalized and shifted exports have the times of the plain one."""
    guessed = START_NS + 7 * 10**9 if normalize else None
    want = START_NS if has_start else guessed
    ahead = (START_NS if normalize else 0) + shift
    tables = {
        KERNEL: [at(ahead + 7 * 10**9, ahead + 8 * 10**9)],
        "META_DATA_EXPORT": settings(
            EXPORT_PARAM_TIME_NORMALIZE=str(normalize).lower(), EXPORT_PARAM_TIME_SHIFT=shift
        ),
    }
    if has_start:
        tables["TARGET_INFO_SESSION_START_TIME"] = [{"utcEpochNs": START_NS}]
    path = write_trace(tmp_path / "t.sqlite", tables, strings=NAMES)
    with nsys_duck.open(path) as trace:
        ((start, first),) = trace.answer("SELECT start_utc_ns, start_ns FROM session, gpu_kernels").rows
    assert start == want
    assert first == (0 if normalize and not has_start else 7 * 10**9)
    topics = run("doctor", path, "--format", "json").stdout
    assert ("--ts-normalize" in topics) == normalize and ("--ts-shift" in topics) == bool(shift)


def test_part_of_the_time(tmp_path):
    """Of a part of the time nothing is said of the rest."""
    tables = {**CUDA, "META_DATA_EXPORT": settings(EXPORT_PARAM_TIMES_TO_EXPORT="0/15ns")}
    path = write_trace(tmp_path / "t.sqlite", tables, strings=NAMES)
    done = run("report", "cuda_gpu_mem_size_sum", path)
    assert done.code == 1 and "export again without --times" in done.stderr
    assert "--times=0/15ns" in run("doctor", path, "--format", "json").stdout


def test_open_ranges_and_no_gpu(tmp_path):
    """What a range without an end launched is in no sum; without GPU tables nothing is known of it."""
    calls = [at(10, 15, nameId=2, correlationId=1), at(210, 215, nameId=2, correlationId=2)]
    tables = {
        NVTX: [push(0, 100, "step"), push(200, None, "step")],
        RUNTIME: calls,
        KERNEL: [at(16, 26, correlationId=1), at(216, 226, correlationId=2)],
    }
    with nsys_duck.open(write_trace(tmp_path / "a.sqlite", tables, strings=NAMES)) as trace:
        (row,) = trace.report("nvtx_summary").rows
        got = dict(zip(trace.report("nvtx_summary").columns, row, strict=True))
    assert (got["open_count"], got["launched_busy_ns"], got["kernel_count"]) == (1, 10, 1)
    with nsys_duck.open(write_trace(tmp_path / "b.sqlite", {NVTX: tables[NVTX]})) as trace:
        figures = "gpu_overlap_ns, launched_busy_ns, op_count, kernel_count"
        assert set(trace.answer(f"SELECT {figures} FROM nvtx_gpu").rows) == {(None,) * 4}
