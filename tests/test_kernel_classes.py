"""The class of a kernel is data: every row decides its examples, and whole words of the own name alone count."""

import json

import pytest
from asking import run
from tracebuilder import KERNEL, at, write_trace

import nsys_duck
from nsys_duck.catalog.kernel_classes import CLASSES, rows
from nsys_duck.errors import UsageError

LISTED = [(n, row) for n, row in enumerate(rows(), 1)]


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    path = tmp_path_factory.mktemp("classes") / "one.sqlite"
    write_trace(path, {KERNEL: [at(0, 10, demangledName=1, shortName=1)]}, strings={1: "k"})
    with nsys_duck.open(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def decided(trace):
    """(priority, class) of every example, from one statement."""
    names = [name for _, row in LISTED for name in row["examples"].split(" | ")]
    sql = """SELECT n, _kernel_class_rank(n, own), kernel_class(n)
             FROM (SELECT n, kernel_own_name(n) AS own FROM (SELECT unnest($names) AS n))"""
    return {name: found for name, *found in trace.sql(sql, names=names).fetchall()}


@pytest.mark.parametrize(
    ("rank", "row"), LISTED, ids=lambda v: str(v) if isinstance(v, int) else v["library"]
)
def test_a_row_decides_its_examples(decided, rank, row):
    """Not an earlier row, and not a later one; so that no row is without use."""
    assert row["class"] in CLASSES
    for name in row["examples"].split(" | "):
        assert decided[name] == [rank, row["class"]], name


@pytest.mark.parametrize(
    ("name", "own", "kind"),
    [
        ("small_reduce", "small_reduce", "reduction"),
        ("tall_gather", "tall_gather", "memory"),
        ("SmallReduceKernel", "SmallReduceKernel", "reduction"),
        ("void combineKernel<DispatchLayout::RANK_MAJOR>(float *)", "combineKernel", "other"),
        ("void f<ncclAllReduce<int>>(g<(h)1> *)", "f", "other"),
        ("void gemm<cutlass::epilogue::NoReduceScatter>(T1)", "gemm", "gemm"),
        ("std::enable_if<!(false), void>::type a::b<c<d>>::k<int>(e<f>)", "a::b::k", "other"),
        ("void (anonymous namespace)::deep::k<int>(int)", "deep::k", "other"),
        ("<unnamed>::k(int)", "k", "other"),
        ("", "", "other"),
        (None, None, None),
    ],
)
def test_own_name(trace, name, own, kind):
    """Template arguments, parts of words, return types and parameters decide nothing."""
    assert trace.sql("SELECT kernel_own_name($n), kernel_class($n)", n=name).fetchall() == [(own, kind)]


NAMES = {
    1: "ncclDevKernel_AllReduce",
    2: "gemm",
    3: "my_exchange",
    4: "void deep_ep::intranode::combine<8>(int)",
}


@pytest.fixture
def mixed(tmp_path):
    """Two NCCL kernels, of which one has no times, a gemm beside the timed one, an exchange of the user's own."""
    path = tmp_path / "mixed.sqlite"
    kernels = [
        at(0, 100, demangledName=1, shortName=1, streamId=7),
        at(0, 0, demangledName=1, shortName=1, streamId=7),
        at(50, 150, demangledName=2, shortName=2, streamId=8),
        at(150, 200, demangledName=3, shortName=3, streamId=8),
        at(160, 220, demangledName=3, shortName=3, streamId=9),
    ]
    write_trace(path, {KERNEL: kernels}, strings=NAMES)
    return path


def test_sister_reports_count_alike(mixed):
    """Kernels without times are kernels: both reports count them, and neither gives them time."""
    with nsys_duck.open(mixed) as trace:
        ((count, only, span),) = trace.sql(
            "SELECT comm_kernel_count, comm_only_ns, span_ns FROM comm_overlap()"
        ).fetchall()
        found = trace.report("nccl_summary")
        classes = [row[1:] for row in trace.report("kernel_classes").rows]
    assert (count, only, span) == (2, 50, 220)
    assert [row[2] for row in found.rows] == [2]
    # names, kernels, sum, % of the sum, union
    assert classes == [
        ("other", 1, 2, 110, pytest.approx(100 * 110 / 310), 70),
        ("communication", 1, 2, 100, pytest.approx(100 * 100 / 310), 100),
        ("gemm", 1, 1, 100, pytest.approx(100 * 100 / 310), 100),
    ]


def test_own_file(mixed, tmp_path):
    """A user's rows come before ours, in every report."""
    file = tmp_path / "mine.csv"
    file.write_text("pattern,class\n^my_,communication\nnccl,other\n")
    got = run("report", "kernel_classes", str(mixed), "--kernel-classes", str(file), "--format", "json")
    assert {row["kernel_class"]: row["kernel_count"] for row in json.loads(got.stdout)} == {
        "communication": 2, "gemm": 1, "other": 2,
    }  # fmt: skip
    with nsys_duck.open(mixed, kernel_classes=file) as trace:
        assert trace.sql("SELECT comm_kernel_count FROM comm_overlap()").fetchall() == [(2,)]
        (first,) = trace.sql(
            "SELECT class_pattern, kernel_class FROM kernel_class_patterns WHERE priority = 1"
        ).fetchall()
        assert first == ("^my_", "communication")
        # a pattern that is given decides alone
        assert trace.sql("SELECT comm_kernel_count FROM comm_overlap(pattern := 'gemm')").fetchall() == [(1,)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,class\nx,gemm\n", "no column 'pattern'"),
        ("pattern,class\nx,gem\n", "line 2: 'gem' is not a class"),
        ("pattern,class\nx\n", "line 2: no class"),
        ("pattern,class\n,gemm\n", "line 2: the pattern is empty"),
        ("pattern,class\n(,gemm\n", "line 2: not a regular expression"),
        (None, "No such file"),
    ],
)
def test_a_wrong_file_is_one_line(mixed, tmp_path, text, said):
    """Usage, not a traceback."""
    file = tmp_path / "mine.csv"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UsageError, match=said):
        nsys_duck.open(mixed, kernel_classes=file)
    got = run("report", "kernel_classes", str(mixed), "--kernel-classes", str(file))
    assert got.code == 2
    assert got.stderr.count("\n") == 1 and said in got.stderr


def test_the_file_is_valid_csv():
    """Every row has all columns, and no pattern is twice there."""
    assert all(set(row) == {"pattern", "class", "library", "source", "examples"} for _, row in LISTED)
    assert all(all(row.values()) for _, row in LISTED)
    assert len({row["pattern"] for _, row in LISTED}) == len(LISTED)


def test_a_converted_trace_has_the_same_classes(mixed, tmp_path):
    """And a DuckDB file can be asked without us, its macros too."""
    import duckdb

    assert run("convert", mixed, "-o", tmp_path / "t.duckdb").code == 0
    with nsys_duck.open(mixed) as first, nsys_duck.open(tmp_path / "t.duckdb") as second:
        for name in ("kernel_classes", "comm_overlap_summary", "nccl_summary"):
            assert first.report(name) == second.report(name)
    with duckdb.connect(str(tmp_path / "t.duckdb"), read_only=True) as plain:
        assert plain.sql("SELECT comm_kernel_count FROM comm_overlap()").fetchall() == [(2,)]
