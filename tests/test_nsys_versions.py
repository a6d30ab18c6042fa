"""What `nsys stats` printed at the export's time: headers, names, order and rows that changed over the years."""

import pytest
from asking import run
from tracebuilder import KERNEL, MEMCPY, NVTX, RUNTIME, at, push, write_trace

OSRT = "OSRT_API"
NAMES = {1: "k", 2: "gemm", 3: "cudaMalloc_v3020", 4: "cudaFree_v3020"}


def export(path, version, tables, **options):
    """A trace whose export tells `version` of the schema; None for one of 2020, which tells none."""
    meta = "META_DATA_EXPORT" if version and version >= "3.4" else "EXPORT_META_DATA"
    told = f"CREATE TABLE {meta} (name TEXT, value TEXT);" + (
        f"INSERT INTO {meta} VALUES ('EXPORT_SCHEMA_VERSION', '{version}');" if version else ""
    )
    old = "CREATE TABLE OSRT_API (start INT, end INT, nameId INT, eventClass INT, correlationId INT);"
    old += "INSERT INTO OSRT_API VALUES (0, 1, 1, 31, 7);"
    sql = told + options.pop("sql", "") + ("" if version else old)
    return write_trace(path / "t.sqlite", tables, strings=NAMES, sql=sql, **options)


def printed(trace, name, *arguments):
    """The lines of the CSV."""
    done = run("report", name, trace, "--nsys-headers", *arguments)
    assert done.code == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("version", "header"),
    [
        (None, "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name"),
        (
            "2.5.0",
            "Time(%),Total Time (ns),Instances,Average (ns),Minimum (ns),Maximum (ns),StdDev (ns),Name",
        ),
        (
            "2.7.0",
            "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name",
        ),
        (
            "3.0.0",
            "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),"
            "GridXYZ,BlockXYZ,Name",
        ),
        (
            "3.1.2",
            "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name",
        ),
    ],
)
def test_headers_of_kernels(tmp_path, version, header):
    """From 2020 to 2023."""
    trace = export(tmp_path, version, {KERNEL: [at(0, 10)]})
    assert printed(trace, "cuda_gpu_kern_sum")[0] == header


def test_kernels_by_grid_and_block(tmp_path):
    """In 2022 a kernel had a row per size, and of equal totals the sizes came in the order of their text."""
    sizes = {"gridY": 1, "gridZ": 1, "blockX": 32, "blockY": 1, "blockZ": 1}
    kernels = [at(0, 10, gridX=9, **sizes), at(20, 30, gridX=10, **sizes), at(40, 90, gridX=12345, **sizes)]
    trace = export(tmp_path, "3.0.0", {KERNEL: kernels})
    assert [line.split(",", 7)[7] for line in printed(trace, "cuda_gpu_kern_sum")[1:]] == [
        "0.0,12345    1    1,  32    1    1,k",
        "0.0,   9    1    1,  32    1    1,k",
        "0.0,  10    1    1,  32    1    1,k",
    ]
    assert len(run("report", "cuda_gpu_kern_sum", trace).stdout.splitlines()) == 2


@pytest.mark.parametrize(("version", "first"), [(None, "k"), ("3.1.2", "k"), ("3.4.0", "gemm")])
def test_kernels_of_equal_total(tmp_path, version, first):
    """Before 2023.3 the one that the trace met first, since then the one with fewer instances."""
    kernels = [at(0, 10), at(10, 20), at(20, 40, shortName=2, demangledName=2)]
    lines = printed(export(tmp_path, version, {KERNEL: kernels}), "cuda_gpu_kern_sum")
    assert lines[1].endswith(f",{first}")


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (None, "HtoD"),
        ("3.0.0", "HtoD"),
        ("3.1.2", "HtoD"),
        ("3.4.0", "Host-to-Device"),
        ("3.25.0", "Host-to-Device"),
    ],
)
def test_names_of_copies(tmp_path, version, name):
    """Spelt out since 2023.3."""
    trace = export(tmp_path, version, {MEMCPY: [at(0, 10, bytes=1, copyKind=1)]})
    assert printed(trace, "cuda_gpu_mem_time_sum")[1].endswith(f",[CUDA memcpy {name}]")


def test_sizes_in_kib_are_ordered_as_text(tmp_path):
    """As nsys of 2020 did: 9.766 before 10.742, the larger."""
    copies = [at(0, 10, bytes=10_000, copyKind=1), at(20, 30, bytes=11_000, copyKind=2)]
    lines = printed(export(tmp_path, None, {MEMCPY: copies}), "cuda_gpu_mem_size_sum")
    assert lines == [
        "Total,Operations,Average,Minimum,Maximum,Operation",
        "9.766,1,9.766,9.766,9.766,[CUDA memcpy HtoD]",
        "10.742,1,10.742,10.742,10.742,[CUDA memcpy DtoH]",
    ]


@pytest.mark.parametrize(("version", "name"), [(None, "step"), ("3.1.2", "step"), ("3.4.0", ":step")])
def test_names_of_ranges(tmp_path, version, name):
    """The default domain has had a colon since 2023.3."""
    ranges = [push(0, 10, "step"), {"eventType": 75, "start": 0, "domainId": 1, "text": "NCCL"}]
    ranges.append(push(20, 25, "reduce", domainId=1))
    lines = printed(export(tmp_path, version, {NVTX: ranges}), "nvtx_pushpop_sum")
    assert [line.split(",")[-1] for line in lines[1:]] == [name, "NCCL:reduce"]


def test_calls_of_equal_total(tmp_path):
    """In the order of the ids of their names."""
    calls = [at(0, 10, nameId=4), at(20, 30, nameId=3)]
    trace = export(tmp_path, "3.16.1", {RUNTIME: calls, OSRT: [at(0, 10, nameId=2), at(20, 30, nameId=1)]})
    assert [line.split(",")[-1] for line in printed(trace, "cuda_api_sum")[1:]] == ["cudaMalloc", "cudaFree"]
    assert [line.split(",")[-1] for line in printed(trace, "osrt_sum")[1:]] == ["k", "gemm"]


@pytest.mark.parametrize(
    ("unit", "total"), [("ns", "123456789"), ("us", "123456.789"), ("ms", "123.4568"), ("s", "0.12346")]
)
def test_digits_of_a_unit(tmp_path, unit, total):
    """As many as nsys prints."""
    trace = export(tmp_path, "3.16.1", {KERNEL: [at(0, 123456789)]})
    assert printed(trace, "cuda_gpu_kern_sum", "--time-unit", unit)[1].split(",")[1] == total
