"""Push/pop ranges that overlap without nesting, against a brute force over all pairs."""

import random

import pytest
from tracebuilder import KERNEL, NVTX, RUNTIME, TID, at, push, write_trace

from nsys_duck.trace.trace import Trace

SEEDS = range(25)


def random_trace(seed, path, ages_ns=0):
    """Ranges of any nesting on two threads, calls that follow each other, kernels that overlap.

    With `ages_ns` the last kernel runs that much later than all others.
    """
    rng = random.Random(seed)
    ranges, calls, kernels = [], [], []
    for thread in (TID, TID + 1):
        for _ in range(rng.randint(3, 12)):
            start = rng.randint(0, 60)
            end = start + rng.randint(0, 40)
            ranges.append(push(start, end, f"r{len(ranges)}", globalTid=thread, domainId=rng.randint(0, 1)))
        now = 0
        for _ in range(8):
            now += rng.randint(1, 9)
            length = rng.randint(1, 6)
            calls.append(at(now, now + length, globalTid=thread, correlationId=len(calls) + 1))
            begin = now + rng.randint(0, 30)
            kernels.append(at(begin, begin + rng.randint(1, 20), correlationId=len(calls)))
            now += length
    kernels[-1]["start"] += ages_ns
    kernels[-1]["end"] += ages_ns
    return write_trace(path, {NVTX: ranges, RUNTIME: calls, KERNEL: kernels}), ranges, calls, kernels


def bursts(seed, path):
    """Ranges and calls in a few bursts with long quiet times between, in two processes: see _nvtx_buckets."""
    rng = random.Random(seed)
    ranges, calls, kernels = [], [], []
    for thread in (TID, TID + 1, TID + 2**24):
        for _ in range(3):
            base = rng.choice([50, 10**6, 10**9, 5 * 10**11]) + rng.randint(0, 100)
            for _ in range(60):
                start = base + rng.randint(0, 300)
                text, domain = f"r{len(ranges)}", rng.randint(0, 1)
                end = start + rng.randint(0, 80)
                ranges.append(push(start, end, text, globalTid=thread, domainId=domain))
            for key in range(len(calls) + 1, len(calls) + 41):
                start = base + rng.randint(-50, 400)
                end = start + rng.choice([0, 1, 3, 20, 10**6])
                calls.append(at(start, end, globalTid=thread, correlationId=key))
                begin = base + rng.randint(0, 3000)
                process = thread // 2**24 * 2**24
                kernels.append(at(begin, begin + rng.randint(1, 60), correlationId=key, globalPid=process))
    return write_trace(path, {NVTX: ranges, RUNTIME: calls, KERNEL: kernels}), ranges, calls, kernels


def inside(call, row):
    """Whether the call lies fully in the range; a range of length 0 holds nothing."""
    return (
        call["globalTid"] == row["globalTid"]
        and row["start"] < row["end"]
        and row["start"] <= call["start"]
        and call["end"] <= row["end"]
    )


def union(intervals):
    """The length of the union."""
    return len({t for start, end in intervals for t in range(start, end)})


def parent_of(index, ranges):
    """The range begun last of those open where this one begins, by (start, longer first, row)."""
    row = ranges[index]
    place = {i: (r["start"], -r["end"], i) for i, r in enumerate(ranges)}
    around = [
        i
        for i, r in enumerate(ranges)
        if (r["globalTid"], r["domainId"]) == (row["globalTid"], row["domainId"])
        and place[i] < place[index]
        and r["end"] > row["start"]
        and r["end"] > r["start"]
    ]
    return max(around, key=place.get) + 1 if around else None


@pytest.mark.parametrize("ages_ns", [0, 2**62], ids=["", "over ages"])
@pytest.mark.parametrize("seed", SEEDS)
def test_against_all_pairs(seed, ages_ns, tmp_path):
    """Also where 64 bits do not hold the time of all threads."""
    compare_with_all_pairs(*random_trace(seed, tmp_path / "trace.sqlite", ages_ns))


@pytest.mark.parametrize("seed", range(6))
def test_bursts(seed, tmp_path):
    """Many ranges begin and end in a time in which few are to be expected."""
    path, *rows = bursts(seed, tmp_path / "trace.sqlite")
    compare_with_all_pairs(path, *rows)
    with Trace(path) as trace:
        trace.install(["_nvtx_buckets"])
        assert trace.run("FROM _nvtx_buckets WHERE is_crowded").fetchall()


def compare_with_all_pairs(path, ranges, calls, kernels):
    """Parents, launched work per range, and the pairs themselves."""
    pairs = [
        (r + 1, k + 1)
        for r, row in enumerate(ranges)
        for k, (call, _) in enumerate(zip(calls, kernels, strict=True))
        if inside(call, row)
    ]
    with Trace(path) as trace:
        parents = trace.answer("SELECT event_id, parent_id FROM nvtx_ranges ORDER BY event_id").rows
        assert parents == [(i + 1, parent_of(i, ranges)) for i in range(len(ranges))]
        found = trace.answer("SELECT range_id, kernel_id FROM nvtx_kernels ORDER BY ALL").rows
        assert found == sorted(pairs)
        per_range = trace.answer(
            "SELECT range_id, kernel_count, launched_busy_ns FROM nvtx_gpu ORDER BY range_id"
        ).rows
    for range_id, count, busy in per_range:
        mine = [kernels[k - 1] for r, k in pairs if r == range_id]
        assert (count, busy) == (len(mine), union((k["start"], k["end"]) for k in mine))


def test_gap_in_a_tangle(lay_out):
    """A ends while B, begun in it, goes on: B is the innermost there."""
    path = lay_out(
        {
            NVTX: [push(0, 10, "A", domainId=0), push(5, 50, "B", domainId=0)],
            RUNTIME: [at(1, 2, correlationId=1), at(22, 23, correlationId=2)],
            KERNEL: [at(11, 20, correlationId=1), at(30, 40, correlationId=2)],
        }
    )
    with Trace(path) as trace:
        assert trace.answer("SELECT start_ns, end_ns, range_name FROM gpu_idle").rows == [(20, 30, "B")]
