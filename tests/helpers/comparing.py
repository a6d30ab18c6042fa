"""Pairs of tiny traces for the tests of compare, and how these ask."""

from pathlib import Path

from asking import Done, run
from tracebuilder import GPU, KERNEL, MEMCPY, NVTX, RUNTIME, at, push, write_trace

from nsys_duck.comparison.running import Wanted
from nsys_duck.comparison.running import run as compared

MS = 10**6
US = 10**3
STRINGS = {1: "gemm", 2: "softmax", 3: "cudaLaunchKernel_v7000", 4: "gemm_v2"}
SHAPE = {f"{what}{axis}": 1 for what in ("grid", "block") for axis in "XYZ"} | {"gridX": 8, "blockX": 256}


def kernels(*lengths: int, gap: int = 10 * US, name: int = 1, **columns: object) -> list[dict]:
    """Kernels of these lengths one after another, with a gap between."""
    rows, begin = [], 0
    for number, length in enumerate(lengths, 1):
        row = {"shortName": name, "demangledName": name, "correlationId": number, **SHAPE, **columns}
        rows.append(at(begin, begin + length, **row))
        begin += length + gap
    return rows


def calls(*lengths: int) -> list[dict]:
    """Launches, each long before its kernel."""
    return [at(-MS + n, -MS + n + length, nameId=3, correlationId=n + 1) for n, length in enumerate(lengths)]


def trace(
    path: Path, *lengths: int, gpu: str | None = "GPU A", tables: dict | None = None, **columns
) -> Path:
    """A trace of kernels of these lengths, with launches, one copy and one range, on a GPU of that name."""
    work = kernels(*lengths, **columns)
    end = work[-1]["end"] if work else 0
    rows = {
        KERNEL: work,
        RUNTIME: calls(*([500] * len(lengths))),
        MEMCPY: [at(end, end + US, copyKind=1, bytes=64)],
        NVTX: [push(0, end, "step")],
        GPU: [{"id": 0, "name": gpu}] if gpu else [],
    }
    return write_trace(path, {**rows, **(tables or {})}, strings=STRINGS)


def told(base: Path | list[Path], new: Path | list[Path], *gates: str, **options: object) -> dict:
    """The comparison as data, without a process of its own."""
    sides = [side if isinstance(side, list) else [side] for side in (base, new)]
    return compared(*sides, Wanted(fail_if=gates, **options))


def compare(*args: object, **options: object) -> Done:
    """Run `nsys-duck compare`."""
    return run("compare", *args, **options)


def figure(result: dict, section: str, name: str, figure: str, gpu: int | None = None) -> dict:
    """One figure of a comparison."""
    (found,) = (
        row
        for row in result["figures"][section]
        if (row["name"], row["figure"], row["gpu_id"]) == (name, figure, gpu)
    )
    return found
