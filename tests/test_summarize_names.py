"""API calls, kernels and their names in the summary; --top; the order of keys; -o."""

import json

import pytest
from asking import contents, run, summarize, summary_of
from tracebuilder import KERNEL, NVTX, RUNTIME, at, mark, push

KEYS = [
    *("file", "gpu_activity_span_s", "gpu_busy_union_s", "gpu_idle_within_span_s", "kernel_count"),
    *("graph_node_kernel_count", "api", "nvtx", "dispatch", "dispatch_timeline", "top_kernels", "notes"),
]


def test_keys_in_order(lay_out):
    """The keys of the issue, `absent` last and only where something is."""
    whole = {KERNEL: [], RUNTIME: [], NVTX: []}
    assert list(summarize(lay_out(whole)).json) == KEYS
    assert list(summarize(lay_out(name="none.sqlite")).json) == [*KEYS, "absent"]


def test_file_is_the_name_of_the_file(lay_out, tmp_path):
    """Without its folder, whatever way it was named."""
    lay_out(name="my trace.sqlite")
    assert run("summarize", "./my trace.sqlite", cwd=tmp_path).json["file"] == "my trace.sqlite"


def test_api_calls(lay_out):
    """Runtime and driver calls of all threads together under raw names, by total, then name."""
    calls = [
        at(0, 3, nameId=2),
        at(3, 5, nameId=3, eventClass=1),
        at(5, 9, nameId=2, globalTid=9 << 24),
        at(0, 2, nameId=4, returnValue=2),
        at(0, 2, nameId=5),
    ]
    names = {2: "cudaLaunchKernel_v7000", 3: "cuLaunchKernelEx", 4: "a", 5: "B"}
    api = summary_of(lay_out({RUNTIME: calls}, strings=names, shuffle=1))["api"]
    assert list(api.items()) == [
        ("cudaLaunchKernel_v7000", [2, 7e-09]),
        ("B", [1, 2e-09]),
        ("a", [1, 2e-09]),
        ("cuLaunchKernelEx", [1, 2e-09]),
    ]


def test_backtrace_twins_are_no_calls(lay_out):
    """Event class 67 repeats a call; other classes, and none, are calls."""
    calls = [at(0, 8), at(0, 9, eventClass=67), at(10, 11, eventClass=1), at(12, 13, eventClass=None)]
    assert summary_of(lay_out({RUNTIME: calls}))["api"] == {"k": [3, 1e-08]}
    old = lay_out({RUNTIME: [at(0, 8)]}, drop={RUNTIME: ("eventClass",)}, name="old.sqlite")
    assert summary_of(old)["api"] == {"k": [1, 8e-09]}


def test_ids_without_a_string(lay_out):
    """Shown as [id], kept and counted; a kernel or call with no id at all is kept too."""
    kernels = [at(0, 10), at(10, 15, shortName=99), at(20, 22, shortName=None)]
    path = lay_out({KERNEL: kernels, RUNTIME: [at(0, 3, nameId=77), at(5, 6, nameId=0)]})
    summary = summary_of(path)
    assert summary["top_kernels"][:2] == [["k", [1, 1e-08]], ["[99]", [1, 5e-09]]]
    assert sum(count for _, (count, _) in summary["top_kernels"]) == summary["kernel_count"] == 3
    assert summary["api"] == {"[77]": [1, 3e-09], "[0]": [1, 1e-09]}


def test_ids_with_one_text_are_one_name(lay_out):
    """Names are what is summed, not their ids."""
    tables = {KERNEL: [at(0, 1), at(1, 3, shortName=2)], RUNTIME: [at(0, 1), at(1, 3, nameId=2)]}
    summary = summary_of(lay_out(tables, strings={1: "k", 2: "k"}))
    assert summary["top_kernels"] == [["k", [2, 3e-09]]]
    assert summary["api"] == {"k": [2, 3e-09]}


def test_short_names_group_kernels(lay_out):
    """Kernels of different templates with one short name are one entry, as the seed summaries have it."""
    kernels = [at(0, 1, demangledName=2), at(1, 3, demangledName=3)]
    path = lay_out({KERNEL: kernels}, strings={1: "gemm", 2: "gemm<half>", 3: "gemm<float>"})
    assert summary_of(path)["top_kernels"] == [["gemm", [2, 3e-09]]]


def test_no_string_table(lay_out):
    """Without StringIds every name is its id."""
    path = lay_out({KERNEL: [at(0, 10)], RUNTIME: [at(0, 3)]}, sql="DROP TABLE StringIds")
    summary = summary_of(path)
    assert (summary["top_kernels"], summary["api"]) == ([["[1]", [1, 1e-08]]], {"[1]": [1, 3e-09]})


def test_odd_characters(lay_out):
    """Quotes, newlines, control characters and other scripts arrive as they are, in UTF-8."""
    names = {1: "k\"'\n<T>\t\\", 2: "字 🦆", 3: "a\u0001b\u2028", 4: ""}
    kernels = [at(0, 10 - i, shortName=i) for i in names]
    done = summarize(lay_out({KERNEL: kernels}, strings=names))
    assert [name for name, _ in done.json["top_kernels"]] == list(names.values())
    assert "字 🦆" in done.stdout


BYTES = b"f\xffo"


def test_text_that_is_not_utf8(lay_out):
    """Shown escaped, kept, and the other names of the file stay whole; in NVTX texts as well."""
    path = lay_out(
        {
            KERNEL: [at(0, 10), at(10, 15, shortName=2)],
            RUNTIME: [at(0, 3)],
            NVTX: [push(0, 4, textId=1), push(5, 6), mark(7, "CG_DISPATCH 字")],
        },
        strings={1: BYTES, 2: "字 🦆"},
        sql="UPDATE NVTX_EVENTS SET text = CAST(X'67FE' AS TEXT) WHERE start = 5",
    )
    done = summarize(path)
    assert done.code == 0
    assert done.json["top_kernels"] == [["f\\xFFo", [1, 1e-08]], ["字 🦆", [1, 5e-09]]]
    assert done.json["api"] == {"f\\xFFo": [1, 3e-09]}
    assert list(done.json["nvtx"]) == ["f\\xFFo", "g\\xFE"]
    assert done.json["dispatch"] == {"CG_DISPATCH 字": 1}
    assert "UTF-8" in done.stderr


@pytest.mark.parametrize("top", [0, 1, 2, 3, None])
def test_top(lay_out, top):
    """N of each list, ties by name; 0 for all; 20 where nothing is said. Counts stay those of all."""
    many = range(2, 27)
    kernels = [at(0, 5, shortName=i) for i in many] + [at(0, 9)]
    calls = [at(0, 5, nameId=i) for i in many] + [at(0, 9)]
    path = lay_out(
        {KERNEL: kernels, RUNTIME: calls}, strings={1: "top", **{i: f"n{i:02}" for i in many}}, shuffle=1
    )
    summary = summary_of(path) if top is None else summary_of(path, top=top)
    want = ["top", *(f"n{i:02}" for i in many)][: {None: 20, 0: None}.get(top, top)]
    assert list(summary["api"]) == want
    assert [name for name, _ in summary["top_kernels"]] == want
    assert summary["kernel_count"] == 26


def test_top_limits_neither_nvtx_nor_dispatch(lay_out):
    """--top is for `api` and `top_kernels` alone."""
    rows = [push(i, i + 1, f"r{i}") for i in range(5)] + [mark(i, f"CG_DISPATCH {i}") for i in range(5)]
    done = summarize(lay_out({NVTX: rows, KERNEL: [at(0, 1), at(0, 2, shortName=9)]}), "--top", 1)
    assert (len(done.json["nvtx"]), len(done.json["dispatch"]), len(done.json["top_kernels"])) == (5, 5, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--dispatch", "("),
        ("--nvtx", "[a"),
        ("--dispatch", "a(?=b)"),
        ("--top", "-1"),
        ("--top", "x"),
        ("--device", "x"),
        ("--nonsense",),
        ("second.sqlite",),
    ],
)
def test_wrong_usage(lay_out, arguments):
    """Exit status 2, nothing on standard output, the option named, no traceback."""
    done = summarize(lay_out({KERNEL: [at(0, 1)], NVTX: [push(0, 1, "f")]}), *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert arguments[0] in done.stderr
    assert "Traceback" not in done.stderr


def test_output_file(lay_out, tmp_path):
    """-o writes what standard output would have had, over an older file too, and leaves nothing beside it."""
    path = lay_out({KERNEL: [at(0, 10)]}, strings={1: "字"})
    plain, target = summarize(path).stdout, tmp_path / "out" / "summary.json"
    target.parent.mkdir()
    target.write_text("older")
    done = summarize(path, "-o", target)
    assert (done.code, done.stdout) == (0, "")
    assert target.read_text(encoding="utf-8") == plain
    assert list(contents(target.parent)) == ["summary.json"]
    assert json.loads(plain)["top_kernels"] == [["字", [1, 1e-08]]]
