"""NVTX ranges and dispatch events in the summary."""

import pytest
from asking import summarize, summary_of, told
from tracebuilder import GRAPH, KERNEL, MEMCPY, NVTX, TID, at, mark, push

BUSY = [at(0, 10), at(20, 30)]


def ranges(summary: dict) -> dict[str, tuple]:
    """text -> (count, sum, union, overlap), times in nanoseconds."""
    found = {}
    for text, row in summary["nvtx"].items():
        assert list(row) == ["count", "sum_s", "union_s", "gpu_overlap_s"]
        times = [None if row[key] is None else round(row[key] * 1e9, 1) for key in list(row)[1:]]
        found[text] = (row["count"], *times)
    return found


@pytest.mark.parametrize(
    ("rows", "figures"),
    [
        ([(0, 100), (20, 50)], (2, 130, 100, 20)),
        ([(5, 25)], (1, 20, 20, 10)),
        ([(10, 20)], (1, 10, 10, 0)),
        ([(0, 10), (10, 20)], (2, 20, 20, 10)),
        ([(3, 7), (3, 7)], (2, 8, 4, 4)),
        ([(5, 5), (5, 5)], (2, 0, 0, 0)),
        ([(-10, 5), (25, 99)], (2, 89, 89, 10)),
        ([(-10, 0), (30, 40)], (2, 20, 20, 0)),
    ],
)
def test_count_sum_union_overlap(lay_out, rows, figures):
    """sum counts nested ranges each, union once; overlap is the union's part of the busy union."""
    path = lay_out({KERNEL: BUSY, NVTX: [push(start, end, "f") for start, end in rows]})
    assert ranges(summary_of(path)) == {"f": figures}


def test_overlap_is_with_all_device_work(lay_out):
    """Copies and whole graphs keep the GPU busy too, and streams that overlap count once."""
    tables = {
        KERNEL: [at(0, 10), at(2, 10, streamId=2)],
        MEMCPY: [at(8, 12)],
        GRAPH: [at(20, 30, deviceId=1)],
        NVTX: [push(5, 25, "f")],
    }
    assert ranges(summary_of(lay_out(tables))) == {"f": (1, 20, 20, 12)}


@pytest.mark.parametrize("event_type", [59, 60, 70, 71])
def test_type_is_a_range(lay_out, event_type):
    """Push/pop and start/end ranges, and those of nvtxt files; on another thread's end as well."""
    rows = [push(0, 4, "f", eventType=event_type, rangeId=1, endGlobalTid=99)]
    assert ranges(summary_of(lay_out({NVTX: rows}))) == {"f": (1, 4, 4, None)}


@pytest.mark.parametrize("event_type", [33, 34, 35, 36, 39, 65, 75, 76, 1, 999])
def test_type_is_no_range(lay_out, event_type):
    """Marks, categories, thread names, domains and unknown types are no ranges, whatever times they have."""
    path = lay_out({NVTX: [push(0, 4, "f"), push(1, 3, "other", eventType=event_type)]})
    assert list(summary_of(path)["nvtx"]) == ["f"]


def test_open_ranges_are_left_out_and_told(lay_out):
    """No end, the 0 that old exports write for none, and an end before the start."""
    rows = [
        push(3, None, "a"),
        push(100, 0, "b"),
        push(9, 4, "c"),
        push(0, 4, "ok"),
        mark(5, "m"),
        mark(6, "n"),
    ]
    summary, warnings = told(lay_out({NVTX: rows}))
    assert ranges(summary) == {"ok": (1, 4, 4, None)}
    assert [line for line in warnings if "3 NVTX ranges" in line]


def test_order_is_first_start_then_text(lay_out):
    """Ranges come in the order in which their texts first begin; later ones do not matter."""
    rows = [
        push(5, 6, "late"),
        push(0, 9, "b"),
        push(0, 1, "a"),
        push(3, 4, "c"),
        push(-2, -1, "z"),
        push(1, 2, "late"),
    ]
    assert list(summary_of(lay_out({NVTX: rows}))["nvtx"]) == ["z", "a", "b", "late", "c"]


def test_text_is_inline_or_by_id(lay_out):
    """Both in one file; the inline text goes first; equal texts of all threads and domains are one."""
    rows = [
        push(0, 10, "step"),
        push(20, 30, textId=5),
        push(40, 41, "", textId=5),
        push(50, 51, "step", textId=6, domainId=3, globalTid=77 << 24),
    ]
    path = lay_out({NVTX: rows}, strings={1: "k", 5: "step", 6: "other"})
    assert ranges(summary_of(path)) == {"step": (4, 22, 22, None)}


@pytest.mark.parametrize("dropped", ["text", "textId"])
def test_one_of_the_two_columns(lay_out, dropped):
    """The oldest exports have inline texts only, and a file may have ids only."""
    row = push(0, 4, textId=5) if dropped == "text" else push(0, 4, "f")
    row.pop(dropped, None)
    path = lay_out({NVTX: [row]}, strings={5: "f"}, drop={NVTX: (dropped,)})
    assert ranges(summary_of(path)) == {"f": (1, 4, 4, None)}


def test_range_without_a_text(lay_out):
    """A range without any text is still a range; an id without a string shows as [id]."""
    rows = [push(0, 4), push(5, 7, textId=99), push(8, 9, "")]
    assert ranges(summary_of(lay_out({NVTX: rows}))) == {"": (2, 5, 5, None), "[99]": (1, 2, 2, None)}


def test_suffixed_table(lay_out):
    """NVTX_EVENTS_V2 answers to NVTX_EVENTS; the newest does; the plain name goes before all."""
    assert ranges(summary_of(lay_out({"NVTX_EVENTS_V2": [push(0, 4, "two")]}, name="2")))["two"]
    both = {"NVTX_EVENTS_V2": [push(0, 4, "two")], "NVTX_EVENTS_V10": [push(0, 4, "ten")]}
    assert list(summary_of(lay_out(both, name="10"))["nvtx"]) == ["ten"]
    assert list(summary_of(lay_out({**both, NVTX: [push(0, 1, "plain")]}, name="all"))["nvtx"]) == ["plain"]
    assert NVTX not in summary_of(lay_out(both, name="11"))["absent"]


def test_nvtx_keeps_matching_texts(lay_out):
    """--nvtx is searched for anywhere in the text, and dispatch events are kept apart from it."""
    rows = [
        push(0, 1, "load weights"),
        push(1, 2, "step 1"),
        push(2, 3, "a step"),
        mark(4, "CG_DISPATCH:step"),
    ]
    path = lay_out({NVTX: rows})
    assert list(summary_of(path, nvtx="step")["nvtx"]) == ["step 1", "a step"]
    assert list(summary_of(path, nvtx=r"^step \d$")["nvtx"]) == ["step 1"]
    assert summary_of(path, nvtx="nothing like it")["nvtx"] == {}
    done = summarize(path, "--nvtx", "^step")
    assert (list(done.json["nvtx"]), done.json["dispatch"]) == (["step 1"], {"CG_DISPATCH:step": 1})


DISPATCH = [
    mark(30, textId=5),
    mark(10, "CG_DISPATCH:actual=1"),
    push(20, 25, textId=5),
    push(40, None, "CG_DISPATCH:open"),
    push(10, 11, "CG_DISPATCH:a"),
    mark(50, "CG_DISPATCH:nvtxt", eventType=65),
    push(0, 4, "not CG_DISPATCH"),
    mark(500, "CG_DISPATCH:old", end=0),
    push(60, 61, "CG_DISPATCH:category", eventType=33),
]


def test_dispatch(lay_out):
    """Marks and ranges, open or closed, by text or id; by first start, and out of nvtx."""
    summary = summary_of(lay_out({NVTX: DISPATCH}, strings={5: "CG_DISPATCH:five"}, shuffle=4))
    assert list(summary["nvtx"]) == ["not CG_DISPATCH"]
    names = ["a", "actual=1", "five", "open", "nvtxt", "old"]
    assert summary["dispatch"] == {f"CG_DISPATCH:{name}": 1 + (name == "five") for name in names}
    assert list(summary["dispatch"]) == [f"CG_DISPATCH:{name}" for name in names]
    assert [(event["start_ns"], event["name"][12:]) for event in summary["dispatch_timeline"]] == [
        *((10, "a"), (10, "actual=1"), (20, "five"), (30, "five"), (40, "open"), (50, "nvtxt"), (500, "old"))
    ]
    assert all(list(event) == ["start_ns", "name"] for event in summary["dispatch_timeline"])


def test_dispatch_pattern(lay_out):
    """Another pattern makes other events dispatch, and the usual ones ranges again."""
    done = summarize(
        lay_out({NVTX: [mark(5, "step 1"), push(0, 4, "CG_DISPATCH:x")]}), "--dispatch", "^step "
    )
    assert done.json["dispatch"] == {"step 1": 1}
    assert done.json["dispatch_timeline"] == [{"start_ns": 5, "name": "step 1"}]
    assert list(done.json["nvtx"]) == ["CG_DISPATCH:x"]


def test_dispatch_times_are_whole_numbers(lay_out):
    """start_ns is not divided, and exact beyond what a float holds."""
    path = lay_out({NVTX: [mark(1767225600000000001, "CG_DISPATCH"), mark(-3, "CG_DISPATCH")]})
    assert '"start_ns": 1767225600000000001,' in summarize(path).stdout
    assert [event["start_ns"] for event in summary_of(path)["dispatch_timeline"]] == [-3, 1767225600000000001]


def test_fold_ids_puts_numbered_ranges_together(lay_out):
    """Two steps that overlap are one kind with one union; without the option each stands for itself."""
    ranges = [push(0, 100, "step 1"), push(50, 150, "step 22", globalTid=TID + 1), push(0, 10, "load")]
    path = lay_out({KERNEL: [at(20, 60)], NVTX: ranges})
    folded = summarize(path, "--fold-ids").json["nvtx"]
    assert folded == {
        "load": {"count": 1, "sum_s": 1e-08, "union_s": 1e-08, "gpu_overlap_s": 0.0},
        "step #": {"count": 2, "sum_s": 2e-07, "union_s": 1.5e-07, "gpu_overlap_s": 4e-08},
    }
    assert list(summarize(path).json["nvtx"]) == ["load", "step 1", "step 22"]


def test_ranges_are_left_out(lay_out):
    """--nvtx-exclude takes away what --nvtx has kept."""
    path = lay_out(
        {KERNEL: BUSY, NVTX: [push(0, 10, "step 1"), push(20, 30, "step 2"), push(40, 50, "load")]}
    )
    assert set(ranges(summarize(path, "--nvtx-exclude", "^step").json)) == {"load"}
    assert set(ranges(summarize(path, "--nvtx", "step", "--nvtx-exclude", "2$").json)) == {"step 1"}
    assert summarize(path, "--nvtx-exclude", "(").code == 2
