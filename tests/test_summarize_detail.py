"""summarize --detail: the figures add up, null has a reason, and the plain summary stays as it is."""

import json

import pytest
from asking import run, summarize, summary_of
from tracebuilder import (
    CUDA_DEVICE,
    DECOMPRESS,
    GPU,
    GRAPH,
    KERNEL,
    MEMCPY,
    MEMSET,
    NAMES,
    NVTX,
    PID,
    PLAIN,
    RUNTIME,
    SYNC,
    at,
    mark,
    push,
)

LAUNCHES = {
    1: "k",
    2: "ncclDevKernel_AllReduce",
    3: "cudaLaunchKernel_v7000",
    4: "cudaStreamSynchronize_v3020",
}
# GPU 0: k [0,50), AllReduce [40,60), a copy [55,70), k [100,120); GPU 1: a memset [0,10)
SERVER = {
    KERNEL: [
        at(0, 50, deviceId=0, correlationId=1),
        at(40, 60, deviceId=0, shortName=2, demangledName=2, streamId=8, correlationId=2),
        at(100, 120, deviceId=0, correlationId=3, graphNodeId=9),
    ],
    MEMCPY: [at(55, 70, deviceId=0, copyKind=1, bytes=64), at(0, 0, deviceId=0, copyKind=1, bytes=6)],
    MEMSET: [at(0, 10, deviceId=1, bytes=5)],
    RUNTIME: [
        at(-5, -3, nameId=3, correlationId=1),
        at(-3, -1, nameId=3, correlationId=2),
        at(60, 90, nameId=4),
        at(90, 95, nameId=3, correlationId=3),
        at(96, 96, nameId=None),
    ],
    SYNC: [at(62, 88, correlationId=99, deviceId=0)],
    NVTX: [mark(-9, "CG_DISPATCH:mode=FULL:actual=3:padded=4"), mark(71, "CG_DISPATCH:mode=FULL:actual=4:padded=4"),
           mark(130, "CG_DISPATCH:mode=NONE"), push(0, None, "open")],
    GPU: [{"id": 0, "name": "A", "smCount": 4, "totalMemory": 8, "clockRate": 9}, {"id": 1, "name": "B"}],
    CUDA_DEVICE: [{"gpuId": 0, "cudaId": 0, "pid": 1}, {"gpuId": 1, "cudaId": 1, "pid": 1}],
    "PROCESSES": [{"globalPid": PID, "pid": 1, "name": "serve"}],
}  # fmt: skip


@pytest.fixture
def server(lay_out):
    """A trace with something in each section."""
    return lay_out(SERVER, strings=LAUNCHES)


def unsealed(text: str) -> str:
    """JSON text of an object without its last brace."""
    return text.removesuffix("\n}\n")


@pytest.mark.parametrize("options", [(), ("--top", "1", "--nvtx", "f"), ("--to", "30ns"), ("--device", "0")])
def test_known_keys_stay(lay_out, options):
    """Byte for byte what is printed without --detail; the rest comes behind it."""
    path = lay_out({**PLAIN, GPU: [{"id": 0}]}, strings=NAMES)
    plain, detailed = summarize(path, *options), summarize(path, "--detail", *options)
    assert detailed.stdout.startswith(unsealed(plain.stdout) + ",\n")
    assert detailed.stderr == plain.stderr
    assert [*detailed.json][len(plain.json)] == "schema_version"


def test_known_keys_stay_where_tables_are_absent(lay_out):
    """Also `absent`, which is there only sometimes, stands before."""
    path = lay_out({MEMCPY: [at(0, 10)]})
    plain, detailed = summarize(path), summarize(path, "--detail")
    assert plain.json["absent"]
    assert detailed.stdout.startswith(unsealed(plain.stdout) + ",\n")


def test_four_rollups(server):
    """What projects write by hand around an export: kernels, API calls, copies, waits, with a version."""
    got = summarize(server, "--detail").json
    assert got["schema_version"] == "1.1"
    assert got["top_kernels"][0] == ["k", [2, 7e-08]]
    assert got["api"]["cudaLaunchKernel_v7000"] == [3, 9e-09]
    assert got["api_classes"] == [
        {"api_class": "sync", "call_count": 1, "untimed_count": 0, "sum_ns": 30},
        {"api_class": "launch", "call_count": 3, "untimed_count": 0, "sum_ns": 9},
        {"api_class": "other", "call_count": 1, "untimed_count": 0, "sum_ns": 0},
    ]
    assert got["memory_operations"] == [
        {
            "gpu_id": 0, "operation": "memcpy", "copy_kind": "Host-to-Device", "operation_count": 2,
            "untimed_count": 1, "total_bytes": 70, "sum_ns": 15, "union_ns": 15, "gb_per_s": 64 / 15, "gbps": 64 / 15,
        },
        {
            "gpu_id": 1, "operation": "memset", "copy_kind": None, "operation_count": 1,
            "untimed_count": 0, "total_bytes": 5, "sum_ns": 10, "union_ns": 10, "gb_per_s": 0.5, "gbps": 0.5,
        },
    ]  # fmt: skip
    assert [(row["sync_kind"], row["call_count"], row["sum_ns"]) for row in got["syncs"]] == [
        ("call", 1, 30),
        ("unknown", 1, 26),
    ]


def test_each_gpu_adds_up(server):
    """Busy and idle to the span, the three kinds to busy, the causes to idle, the four parts to the span."""
    got = summary_of(server, detail=True)
    first, second = got["gpu_time"]
    assert {name: first[name] for name in ("gpu_id", "gpu_name", "span_ns", "busy_ns", "idle_ns")} == {
        "gpu_id": 0, "gpu_name": "A", "span_ns": 120, "busy_ns": 90, "idle_ns": 30,
    }  # fmt: skip
    assert (first["kernel_only_ns"], first["copy_only_ns"], first["both_ns"]) == (75, 10, 5)
    assert (first["kernel_count"], first["copy_count"], first["untimed_count"]) == (3, 2, 1)
    assert (second["span_ns"], second["copy_only_ns"], second["kernel_only_ns"]) == (10, 10, 0)
    assert [(row["gpu_id"], row["cause"], row["idle_ns"]) for row in got["idle_causes"]] == [(0, "sync", 30)]
    comm = got["communication"][0]
    parts = [comm[name] for name in ("compute_only_ns", "both_ns", "comm_only_ns", "idle_ns")]
    assert (parts, sum(parts)) == ([70, 15, 5, 30], comm["span_ns"])
    assert (comm["unmatched_kernel_count"], comm["unmatched_kernel_pct"]) == (2, 100 * 70 / 90)


def test_dispatch_steps(server):
    """Per kind of step: how often, how long, and what the GPU did; the last step has no end."""
    step, last = summary_of(server, detail=True)["dispatch_steps"]
    assert step["dispatch_name"] == "CG_DISPATCH:mode=FULL:actual=#:padded=#"
    assert (step["mode"], step["step_count"], step["open_count"]) == ("FULL", 2, 0)
    assert (step["duration_sum_ns"], step["duration_median_ns"]) == (139, 69.5)
    assert step["busy_sum_ns"] + step["idle_sum_ns"] == step["duration_sum_ns"]
    assert (step["actual_sum"], step["padded_sum"]) == (7, 8)
    assert (last["mode"], last["step_count"], last["open_count"], last["duration_sum_ns"]) == (
        "NONE",
        0,
        1,
        None,
    )


def test_capture_and_machine(lay_out):
    """Versions, begin, driver, graph tracing, GPUs and processes, as far as the export tells them."""
    facts = {
        "META_DATA_EXPORT": [
            {"name": "EXPORT_SCHEMA_VERSION", "value": "3.25.0"},
            {"name": "EXPORT_PRODUCT_VERSION", "value": "2026.2.1.210"},
        ],
        "TARGET_INFO_SESSION_START_TIME": [{"utcEpochNs": 1767225600000000001}],
        "TARGET_INFO_SYSTEM_ENV": [
            {"name": "Hostname", "value": "node7"},
            {"name": "NvDriverVersion", "value": "580.1"},
        ],
    }
    got = summary_of(lay_out({**SERVER, **facts}, strings=LAUNCHES), detail=True)
    capture = got["capture"]
    assert (capture["nsys_version"], capture["export_schema_version"]) == ("2026.2.1.210", "3.25.0")
    assert (capture["start_utc_ns"], capture["hostname"]) == (1767225600000000001, "node7")
    assert (capture["driver_version"], capture["graph_tracing"]) == ("580.1", "node")
    assert capture["cuda_version"] is None
    assert [gpu["gpu_name"] for gpu in got["gpus"]] == ["A", "B"]
    assert (got["gpus"][0]["sm_count"], got["gpus"][0]["memory_bytes"], got["gpus"][0]["clock_hz"]) == (
        4,
        8,
        9,
    )
    assert got["processes"] == [
        {"pid": 1, "process_name": "serve", "mpi_rank": None, "gpu_ids": [0, 1], "gpu_operation_count": 6,
         "api_call_count": 5, "nvtx_event_count": 4},
    ]  # fmt: skip
    told = {row["key"] for row in got["not_captured"]}
    assert "capture.cuda_version" in told and "capture.driver_version" not in told


def test_which_questions_a_trace_can_answer(lay_out):
    """Two processes on two GPUs, a whole graph, no copies: predicates say so, without a look at figures."""
    tables = {
        KERNEL: [at(0, 9, deviceId=0), at(0, 9, deviceId=1, globalPid=2 * PID)],
        GRAPH: [at(10, 20, deviceId=0, graphId=3)],
        MEMCPY: [],
    }
    can = summary_of(lay_out(tables), detail=True)["capabilities"]
    assert {name for name, value in can.items() if value is True} == {
        "has_kernels", "has_whole_graphs", "multi_device", "multi_process",
    }  # fmt: skip
    assert (can["graph_mode"], can["gpu_count"], can["process_count"]) == ("graph", 2, 2)


SECTIONS = {
    KERNEL: ("communication",),
    RUNTIME: ("api_classes", "syncs", "data_quality.silent_processes"),
    MEMCPY: ("memory_operations",),
    NVTX: ("dispatch_steps", "data_quality.open_range_count"),
    GPU: ("gpus",),
}


@pytest.mark.parametrize("table", SECTIONS)
def test_section_that_was_not_captured(lay_out, table):
    """null, the reason, and the command that records it; captured and empty is an empty list, or 0."""
    without = {name: rows for name, rows in SERVER.items() if name not in (table, SYNC, MEMSET)}
    got = summary_of(lay_out(without, strings=LAUNCHES), detail=True)
    reasons = {row["key"]: row for row in got["not_captured"]}
    empty = summary_of(lay_out({**without, table: []}, strings=LAUNCHES, name="empty.sqlite"), detail=True)
    for key in SECTIONS[table]:
        assert value_at(got, key) is None
        assert table in reasons[key]["reason"]
        assert (reasons[key]["how_to_capture"] is None) == (table == GPU)
        assert value_at(empty, key) in ([], 0) or key == "communication"
        assert key not in {row["key"] for row in empty["not_captured"]}
    if table != GPU:
        assert reasons[SECTIONS[table][0]]["how_to_capture"].startswith("nsys profile --trace=")
        assert table in {row["table_name"] for row in got["data_quality"]["absent_tables"]}


def value_at(summary: dict, key: str) -> object:
    """The value at a key as not_captured writes it."""
    for name in key.split("."):
        summary = summary[name]
    return summary


def test_every_missing_section_is_told(empty_trace, everything):
    """Of a trace with nothing in it each null section, and each null count, has its reason; none where all is there."""
    got = summary_of(empty_trace, detail=True)
    told = {row["key"] for row in got["not_captured"]}
    flat = {**got, **{f"{at}.{key}": value for at in ("capture", "data_quality", "capabilities")
                      for key, value in got[at].items()}}  # fmt: skip
    asked_for = {"capture.window_from_ns", "capture.window_to_ns", "capture.only_gpu_id"}
    version = {"data_quality.is_newer_than_tested"}
    assert {key for key, value in flat.items() if value is None} - asked_for - version == {
        key for key in told if "[]" not in key
    }
    full = summary_of(everything, detail=True)
    assert {row["key"] for row in full["not_captured"]} <= {"capture.hostname", "capture.nsys_version",
        "capture.export_schema_version", "capture.driver_version", "capture.cuda_version"}  # fmt: skip


def test_copies_without_kernels(lay_out):
    """What kernels did is not known, and is not 0."""
    got = summary_of(
        lay_out({MEMCPY: [at(0, 10, deviceId=0)], DECOMPRESS: [at(20, 30, deviceId=0)]}), detail=True
    )
    (gpu,) = got["gpu_time"]
    assert (gpu["busy_ns"], gpu["copy_only_ns"], gpu["copy_count"]) == (20, 20, 2)
    assert (gpu["kernel_only_ns"], gpu["both_ns"], gpu["kernel_count"]) == (None, None, None)
    assert got["communication"] is None
    reasons = {row["key"] for row in got["not_captured"]}
    assert {"gpu_time[].kernel_only_ns", "gpu_time[].both_ns", "communication", "kernel_count"} <= reasons


def test_what_takes_from_the_figures(lay_out):
    """Untimed rows, open ranges, whole graphs, lost events, a process without kernels, unread tables."""
    tables = {
        KERNEL: [at(0, 0), at(5, 9), at(9, 5)],
        MEMCPY: [at(0, 0)],
        GRAPH: [at(20, 30, graphId=1)],
        RUNTIME: [at(1, 2, nameId=2, globalTid=5 * PID + 1), at(0, 0)],
        NVTX: [push(5, None, "open"), push(1, 2, "f")],
        "DIAGNOSTIC_EVENT": [
            {"timestamp": -5, "severity": 2, "text": "Some events were lost"},
            {"timestamp": 6, "severity": 2, "text": "Some events were lost"},
            {"timestamp": 7, "severity": 1, "text": "hello"},
        ],
    }
    sql = "CREATE TABLE NEWER (a INTEGER); INSERT INTO NEWER VALUES (1), (2)"
    path = lay_out(tables, strings={1: "k", 2: "cudaLaunchKernel_v7000"}, sql=sql)
    for options in ({}, {"window": (0, 40)}):
        quality = detailed(path, **options)["data_quality"]
        assert (quality["whole_graph_count"], quality["open_range_count"]) == (1, 1)
        assert quality["diagnostics"] == [
            {
                "severity": "warning",
                "message": "Some events were lost",
                "is_about_loss": True,
                "message_count": 2,
            }
        ]
        assert quality["silent_processes"] == [{"pid": 5, "process_name": None, "launch_count": 1}]
        assert quality["unread_tables"] == [{"table_name": "NEWER", "row_count": 2}]
        assert quality["has_unfit_values"] is False
    counts = [
        detailed(path)["data_quality"][f"untimed_{what}_count"] for what in ("kernel", "operation", "call")
    ]
    assert counts == [2, 1, 1]


def detailed(path, window=None) -> dict:
    """The detailed summary, within a window."""
    from nsys_duck.reports.summary import summary
    from nsys_duck.trace.trace import Trace

    with Trace(path) as trace:
        if window:
            trace.restrict_to_window(*window)
        return summary(trace, detail=True)


def test_text_that_is_not_utf8(lay_out):
    """It is told, and the figures are there all the same."""
    got = summary_of(lay_out(PLAIN, strings={**NAMES, 2: b"ge\xffmm"}), detail=True)
    assert got["data_quality"]["has_unfit_values"] is True
    assert any("xFF" in name for name, _ in got["top_kernels"])


def test_options_and_window_are_told(server):
    """A reader of the file can tell what was asked for."""
    args = (
        "--detail",
        "--top",
        "3",
        "--from",
        "0",
        "--device",
        "0",
        "--communication",
        "^k$",
        "--dispatch",
        "x",
    )
    got = summarize(server, *args).json
    assert got["options"] == {
        "top": 3,
        "dispatch": "x",
        "nvtx": None,
        "nvtx_exclude": None,
        "communication": "^k$",
    }
    assert (got["capture"]["window_from_ns"], got["capture"]["window_to_ns"]) == (0, None)
    assert got["capture"]["only_gpu_id"] == 0
    assert [gpu["gpu_id"] for gpu in got["gpu_time"]] == [0]
    assert got["communication"][0]["comm_kernel_count"] == 2
    assert got["dispatch_steps"] == []


def test_same_text_whatever_the_order_of_rows(lay_out, tmp_path):
    """Rows in any order give the same bytes."""
    for seed in (1, 2):
        (tmp_path / str(seed)).mkdir()
    texts = {
        summarize(lay_out(SERVER, strings=LAUNCHES, name=f"{seed}/t.sqlite", shuffle=seed), "--detail").stdout
        for seed in (1, 2)
    }
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("args", "word"),
    [(("--detail", "--communication", "("), "--communication"), (("--communication", "x"), "--detail")],
)
def test_wrong_use(server, args, word):
    """One line, exit status 2."""
    done = summarize(server, *args)
    assert (done.code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert word in done.stderr


def test_schema_needs_no_trace():
    """It is printed, whatever else is on the command line."""
    done = run("summarize", "--json-schema")
    assert (done.code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["$schema"].endswith("2020-12/schema")
