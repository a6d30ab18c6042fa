"""The Perfetto trace, read back: tracks, nesting, flows, times and counts are those of the views."""

from collections import Counter, defaultdict

import pytest
from asking import SHARED, contents, run
from pftrace import Drawing
from tracebuilder import CUDA_DEVICE, KERNEL, MEMCPY, MEMSET, NVTX, PID, RUNTIME, TID, at, mark, push

from nsys_duck.demo import write_demo
from nsys_duck.export import perfetto
from nsys_duck.trace.trace import Trace

TRACES = sorted((SHARED / "traces").glob("*.sqlite"))
NONE = [pytest.param(None, id="none", marks=pytest.mark.skip(reason="no ../shared beside this checkout"))]
WORK = ("kernel", "memcpy", "memset", "graph", "decompress")
STRINGS = {
    1: "k",
    2: "gemm",
    3: "cudaLaunchKernel_v7000",
    4: "cudaGraphLaunch_v10000",
    5: "worker",
    6: "poll",
}


def drawn(path, *options: str) -> Drawing:
    """What the installed command draws of a trace."""
    target = path.with_suffix(".pftrace")
    done = run("perfetto", path, "-o", target, *options)
    assert (done.code, done.stdout) == (0, ""), done.stderr
    return Drawing(target)


def ranged(start: int, end: int | None, text: str, **columns: object) -> dict:
    """A start/end range."""
    return {"start": start, "end": end, "eventType": 60, "text": text, **columns}


def test_tracks_and_flows(lay_out):
    """Process, GPU, stream; process, thread, calls; an arrow from each call to each of its operations."""
    path = lay_out(
        {
            KERNEL: [
                at(20, 30, deviceId=0, streamId=7, correlationId=1),
                at(25, 40, deviceId=1, streamId=8, correlationId=2, shortName=2),
                at(41, 44, deviceId=1, streamId=8, correlationId=2),
                at(50, 60, deviceId=0, streamId=7, correlationId=1, globalPid=2 * PID),
            ],
            MEMCPY: [at(30, 35, deviceId=0, streamId=7, copyKind=1, bytes=64)],
            RUNTIME: [at(5, 10, nameId=3, correlationId=1), at(11, 14, nameId=4, correlationId=2)],
            "PROCESSES": [{"globalPid": PID, "pid": 1, "name": "serve"}],
            "ThreadNames": [{"globalTid": TID, "nameId": 5}],
        },
        strings=STRINGS,
    )
    got = drawn(path)
    stream = ("serve", "GPU 0", "Stream 7")
    assert got.tracks == {
        ("serve",), ("serve", "GPU 0"), stream, ("serve", "GPU 1"), ("serve", "GPU 1", "Stream 8"),
        ("process 2",), ("process 2", "GPU 0"), ("process 2", "GPU 0", "Stream 7"),
        ("serve", "worker"), ("serve", "worker", "CUDA API"), ("GPU 0 busy",), ("GPU 1 busy",),
    }  # fmt: skip
    assert [(s.name, s.start, s.end, s.category) for s in got.slices if s.track == stream] == [
        ("k", 20, 30, "kernel"),
        ("[CUDA memcpy Host-to-Device]", 30, 35, "memcpy"),
    ]
    assert got.arrows == [("cudaGraphLaunch", "gemm"), ("cudaGraphLaunch", "k"), ("cudaLaunchKernel", "k")]
    assert got.counts == {
        ("GPU 0 busy",): [(20, 1), (35, 0), (50, 1), (60, 0)],
        ("GPU 1 busy",): [(25, 1), (40, 0), (41, 1), (44, 0)],
    }


def test_streams_of_two_contexts(lay_out):
    """A stream's number alone names none where a process has two contexts."""
    kernels = [at(0, 10, deviceId=0, contextId=c, streamId=7) for c in (1, 2)]
    got = drawn(lay_out({KERNEL: kernels}))
    assert {track[-1] for track in got.tracks if len(track) == 3} == {
        "Stream 7, context 1",
        "Stream 7, context 2",
    }


def test_work_that_overlaps_in_a_stream(lay_out):
    """Each keeps its own times and lies in no other; rows of a stream have one name."""
    times = [(0, 10), (8, 20), (15, 30), (16, 18), (40, 50), (40, 50), (50, 50)]
    got = drawn(lay_out({KERNEL: [at(a, b, deviceId=0, streamId=7) for a, b in times]}))
    assert sorted((s.start, s.end) for s in got.slices) == sorted(times)
    assert {s.depth for s in got.slices} == {0}
    assert {s.track for s in got.slices} == {("process 1", "GPU 0", "Stream 7")}


def test_nested_ranges(lay_out):
    """Push/pop ranges are slices in slices, also where they begin or end together; marks are moments."""
    path = lay_out(
        {
            NVTX: [
                push(0, 100, "step"), push(0, 50, "a"), push(10, 50, "b"), push(50, 50, "none"), push(50, 60, "c"),
                push(60, 100, "d"), push(100, 110, "next"), mark(10, "here"), mark(55, "there"),
                push(0, 7, "other", globalTid=TID + 1),
            ]
        }
    )  # fmt: skip
    got = drawn(path)
    own = ("process 1", "thread 1", "NVTX")
    assert {s.name: (s.start, s.end, s.depth) for s in got.slices if s.track == own} == {
        "step": (0, 100, 0), "a": (0, 50, 1), "b": (10, 50, 2), "none": (50, 50, 2), "c": (50, 60, 1),
        "d": (60, 100, 1), "next": (100, 110, 0),
    }  # fmt: skip
    assert [moment[:3] for moment in got.moments] == [(own, "here", 10), (own, "there", 55)]
    assert [s.track for s in got.slices if s.name == "other"] == [("process 1", "thread 2", "NVTX")]


def test_ranges_that_do_not_nest(lay_out):
    """Start/end ranges, and push/pop ranges that cross, keep their times on tracks of their own."""
    path = lay_out(
        {
            NVTX: [
                push(0, 100, "step"), ranged(10, 60, "first"), ranged(50, 150, "second"), ranged(20, 30, "third"),
                push(0, 20, "p", globalTid=TID + 1), push(10, 40, "q", globalTid=TID + 1),
                push(60, 70, "fine", globalTid=TID + 1), push(0, 9, "in a domain", domainId=3),
                {"start": 0, "eventType": 75, "text": "db", "domainId": 3},
            ]
        }
    )  # fmt: skip
    got = {s.name: (s.start, s.end, s.depth, s.track[-1]) for s in drawn(path).slices}
    assert got == {
        "step": (0, 100, 0, "NVTX"), "first": (10, 60, 0, "NVTX, not nested"),
        "second": (50, 150, 0, "NVTX, not nested"), "third": (20, 30, 0, "NVTX, not nested"),
        "p": (0, 20, 0, "NVTX, not nested"), "q": (10, 40, 0, "NVTX, not nested"),
        "fine": (60, 70, 0, "NVTX"), "in a domain": (0, 9, 0, "NVTX, db"),
    }  # fmt: skip


def test_details(lay_out):
    """What a click on a slice shows: what the export has, no more, under the views' names."""
    strings = {**STRINGS, 7: "void gemm<float>(int)", 8: '{"bytes": 4}'}
    launched = {
        "gridX": 128, "gridY": 2, "gridZ": 1, "blockX": 256, "blockY": 1, "blockZ": 1, "registersPerThread": 40,
        "staticSharedMemory": 0, "dynamicSharedMemory": 4096,
    }  # fmt: skip
    path = lay_out(
        {
            KERNEL: [
                at(20, 30, correlationId=1, shortName=2, demangledName=7, graphNodeId=0, **launched),
                at(30, 40, correlationId=2, shortName=2, demangledName=7, graphNodeId=9, **launched),
            ],
            MEMCPY: [at(40, 45, correlationId=3, copyKind=1, srcKind=0, dstKind=2, bytes=64)],
            MEMSET: [at(45, 46, correlationId=4, memKind=2, bytes=8)],
            RUNTIME: [at(5, 10, nameId=3, correlationId=1, returnValue=719)],
            NVTX: [
                push(0, 9, "a", jsonTextId=8, category=3), push(10, 19, "b", uint64Value=-1), push(20, 29, "c"),
                push(30, 39, "d", doubleValue=0.5, domainId=3), mark(5, "a", int32Value=-7),
                {"start": 0, "eventType": 33, "text": "io", "category": 3},
                {"start": 0, "eventType": 75, "text": "db", "domainId": 3},
            ],
        },
        strings=strings,
    )  # fmt: skip
    got = drawn(path)
    kernel = {
        "kernel_name": "void gemm<float>(int)", "grid": "128 x 2 x 1", "block": "256 x 1 x 1",
        "registers_per_thread": 40, "static_shared_bytes": 0, "dynamic_shared_bytes": 4096,
    }  # fmt: skip
    assert {(s.name, s.start): s.details for s in got.slices} == {
        ("gemm", 20): {"correlation_id": 1, **kernel},
        ("gemm", 30): {"correlation_id": 2, "graph_node_id": 9, **kernel},
        ("[CUDA memcpy Host-to-Device]", 40): {
            "correlation_id": 3, "bytes": 64, "copy_kind": "Host-to-Device", "src_kind": "Pageable",
            "dst_kind": "Device",
        },
        ("[CUDA memset]", 45): {"correlation_id": 4, "bytes": 8, "dst_kind": "Device"},
        ("cudaLaunchKernel", 5): {"correlation_id": 1, "return_value": 719},
        ("a", 0): {"payload": '{"bytes": 4}', "domain": "Default", "nvtx_category": "io"},
        ("b", 10): {"payload": "18446744073709551615", "domain": "Default"},
        ("c", 20): {"domain": "Default"},
        ("d", 30): {"payload": "0.5", "domain": "db"},
    }  # fmt: skip
    assert [moment[1:] for moment in got.moments] == [("a", 5, {"payload": "-7", "domain": "Default"})]


def test_more_shapes_than_are_kept(lay_out, monkeypatch):
    """Names keep their numbers when the encoded shapes are forgotten."""
    monkeypatch.setattr(perfetto, "SHAPES", 2)
    path = lay_out({NVTX: [push(10 * i, 10 * i + 5, f"r{i % 5}") for i in range(20)]})
    with Trace(path) as trace:
        perfetto.write(trace, path.with_suffix(".pftrace"))
    got = Drawing(path.with_suffix(".pftrace"))
    assert got.times("nvtx") == {(f"r{i % 5}", 10 * i, 10 * i + 5): 1 for i in range(20)}


def test_open_range(lay_out):
    """It lasts to the last event, and its category says that it had not ended."""
    got = drawn(lay_out({NVTX: [push(5, None, "open"), push(10, 20, "inside"), ranged(12, None, "loose")]}))
    assert {(s.name, s.start, s.end, s.category) for s in got.slices} == {
        ("open", 5, 20, "nvtx_open"), ("inside", 10, 20, "nvtx"), ("loose", 12, 20, "nvtx_open"),
    }  # fmt: skip


def test_times_before_zero(lay_out):
    """Perfetto has none: all are moved alike, and the shift is told."""
    path = lay_out({KERNEL: [at(10, 20, deviceId=0)], RUNTIME: [at(-1_000_000_005, -3)]})
    done = run("perfetto", path, "-o", path.with_suffix(".pftrace"))
    assert "1.000000005 s later" in done.stderr
    got = Drawing(path.with_suffix(".pftrace"))
    assert {(s.start, s.end) for s in got.slices} == {(1_000_000_015, 1_000_000_025), (0, 1_000_000_002)}
    assert got.counts[("GPU 0 busy",)] == [(1_000_000_015, 1), (1_000_000_025, 0)]


def test_untimed_rows_are_told(lay_out):
    """They have no place in a drawing."""
    path = lay_out({KERNEL: [at(0, 10), at(5, None), at(9, 3)], RUNTIME: [at(0, 0)]})
    done = run("perfetto", path, "-o", path.with_suffix(".pftrace"))
    assert done.stderr == "nsys-duck: 3 operations or calls without usable times are left out\n"
    assert len(Drawing(path.with_suffix(".pftrace")).slices) == 1


def test_window_and_device(lay_out):
    """Events are cut to the window, other GPUs' work is not there."""
    tables = {
        KERNEL: [at(0, 20, deviceId=0), at(15, 40, deviceId=1), at(50, 60, deviceId=1)],
        RUNTIME: [at(0, 12, nameId=3)],
        NVTX: [push(5, 100, "step")],
        CUDA_DEVICE: [{"gpuId": 0, "cudaId": 0, "pid": 1}, {"gpuId": 1, "cudaId": 1, "pid": 1}],
    }
    path = lay_out(tables, strings=STRINGS)
    got = drawn(path, "--from", "10ns", "--to", "30ns")
    assert sorted((s.start, s.end) for s in got.slices) == [(10, 12), (10, 20), (10, 30), (15, 30)]
    assert got.counts[("GPU 1 busy",)] == [(15, 1), (30, 0)]
    alone = drawn(path, "--device", "1")
    assert {track[1] for track in alone.tracks if len(track) == 3} == {"GPU 1", "thread 1"}
    assert sorted(s.start for s in alone.slices if s.category == "kernel") == [15, 50]


def test_os_runtime(lay_out):
    """Only on request."""
    path = lay_out(
        {KERNEL: [at(0, 5)], "OSRT_API": [at(0, 50, nameId=6), at(10, 20, nameId=6)]}, strings=STRINGS
    )
    assert not drawn(path).times("os_runtime")
    got = drawn(path, "--os-runtime")
    assert got.times("os_runtime") == {("poll", 0, 50): 1, ("poll", 10, 20): 1}
    assert ("process 1", "thread 1", "OS runtime") in got.tracks


def test_trace_without_processes(lay_out):
    """Exports of 2020 name no process with the work: the one that made the calls has it."""
    path = lay_out(
        {KERNEL: [at(20, 30, deviceId=0, correlationId=1)], RUNTIME: [at(5, 10, nameId=3, correlationId=1)]},
        strings=STRINGS,
        drop={KERNEL: ("globalPid",)},
    )
    got = drawn(path)
    assert got.arrows == [("cudaLaunchKernel", "k")]
    assert {track[0] for track in got.tracks} == {"process 1", "GPU 0 busy"}


def test_nothing_to_draw(empty_trace, tmp_path):
    """One line, exit status 1, no file."""
    done = run("perfetto", empty_trace, "-o", tmp_path / "x.pftrace")
    assert (done.code, len(done.stderr.splitlines())) == (1, 1)
    assert "nothing to draw" in done.stderr
    assert not list(tmp_path.iterdir())


def test_without_the_package(lay_out, monkeypatch):
    """What to install, in one line."""
    from nsys_duck.errors import NsysDuckError

    monkeypatch.setattr(perfetto, "proto", None)
    with Trace(lay_out({KERNEL: [at(0, 5)]})) as trace, pytest.raises(NsysDuckError) as raised:
        perfetto.write(trace, None)
    assert "pip install 'nsys-duck[perfetto]'" in str(raised.value)


def test_same_bytes_whatever_the_order_of_rows(tmp_path, lay_out):
    """And into a pipe as into a file; the trace's folder stays as it is."""
    rows = {
        KERNEL: [at(3 * i, 3 * i + 5, deviceId=i % 2, correlationId=i) for i in range(1, 40)],
        RUNTIME: [at(i, i + 1, nameId=3, correlationId=i) for i in range(1, 40)],
        NVTX: [push(i, 90 - i, f"r{i}") for i in range(9)],
    }
    found = set()
    for seed in (1, 2):
        (tmp_path / str(seed)).mkdir()
        path = lay_out(rows, strings=STRINGS, shuffle=seed, name=f"{seed}/trace.sqlite")
        before = contents(path.parent)
        with (tmp_path / "piped").open("wb") as pipe:
            assert run("perfetto", path, stdout=pipe).code == 0
        found.add((tmp_path / "piped").read_bytes())
        assert contents(path.parent) == before
        assert run("perfetto", path, "-o", tmp_path / "file").code == 0
        found.add((tmp_path / "file").read_bytes())
    assert len(found) == 1


def check_against_views(path, got: Drawing, shift: int) -> None:
    """Every operation, call and range is there with its times; each busy moment; each launch an arrow."""
    with Trace(path) as trace:

        def times(sql: str) -> Counter:
            return Counter((name, a + shift, b + shift) for name, a, b in trace.sql(sql).fetchall())

        assert got.times(*WORK) == times(
            "SELECT name, start_ns, end_ns FROM gpu_activity WHERE end_ns IS NOT NULL"
        )
        assert got.times("cuda_api") == times(
            "SELECT api_base_name, start_ns, end_ns FROM cuda_api WHERE end_ns IS NOT NULL"
        )
        assert got.times("nvtx") == times(
            "SELECT coalesce(nullif(range_name, ''), '[no text]'), start_ns, end_ns FROM nvtx_ranges "
            "WHERE end_ns IS NOT NULL"
        )
        assert len(got.moments) == len(trace.sql("FROM nvtx_events WHERE NOT is_range").fetchall())
        launched = trace.sql(
            "SELECT kernel_name, registers_per_thread, bytes, g.correlation_id FROM gpu_activity AS g "
            "LEFT JOIN gpu_kernels AS k ON g.kind = 'kernel' AND k.event_id = g.event_id "
            "WHERE g.end_ns IS NOT NULL"
        )
        shown = ("kernel_name", "registers_per_thread", "bytes", "correlation_id")
        assert Counter(launched.fetchall()) == Counter(
            tuple(map(s.details.get, shown)) for s in got.slices if s.category in WORK
        )
        launches = trace.sql(
            "SELECT api_base_name, name FROM launches WHERE api_event_id IS NOT NULL AND gpu_end_ns IS NOT NULL"
        )
        assert Counter(got.arrows) == Counter(launches.fetchall())
        busy = defaultdict(list)
        for gpu, start, end in trace.sql(
            "SELECT gpu_id, start_ns, end_ns FROM gpu_busy ORDER BY ALL"
        ).fetchall():
            if end > start:
                busy[(f"GPU {gpu} busy",)] += [(start + shift, 1), (end + shift, 0)]
        assert got.counts == busy
        depths = trace.sql(
            "SELECT range_name, start_ns, end_ns, depth FROM nvtx_ranges WHERE style = 'push_pop'"
        )
        drawn_depths = Counter((s.name, s.start, s.end, s.depth) for s in got.slices if s.category == "nvtx")
        if not any(track[-1].startswith("NVTX, not nested") for track in got.tracks):
            assert drawn_depths == Counter(
                (name or "[no text]", a + shift, b + shift, depth)
                for name, a, b, depth in depths.fetchall()
                if b is not None
            )
    assert all(s.depth == 0 for s in got.slices if not s.category.startswith("nvtx"))


def test_demo(tmp_path):
    """Everything of the demo trace."""
    write_demo(tmp_path / "demo.sqlite")
    got = drawn(tmp_path / "demo.sqlite", "--os-runtime")
    check_against_views(tmp_path / "demo.sqlite", got, 0)
    assert len(got.arrows) > 1000 and got.times("os_runtime")


@pytest.mark.parametrize("path", TRACES or NONE, ids=lambda path: path.stem)
def test_real_trace(path, tmp_path):
    """Everything of exports of many versions."""
    done = run("perfetto", path, "-o", tmp_path / "x.pftrace")
    assert done.code == 0, done.stderr
    with Trace(path) as trace:
        ((first, *_),) = trace.report("perfetto_bounds").rows
    check_against_views(path, Drawing(tmp_path / "x.pftrace"), max(0, -first))
