"""An export whose summary is a given summary, to the nanosecond.

The traces behind seeds/trace.1.json and trace.3.json are not public; their summaries are. This lays out
a trace with those figures: the same counts and sums for each kernel, API call and NVTX range, the same
span and busy union, the same overlap of each range with the busy GPU, the same dispatch marks. Within
the figures the layout is invented: one busy island per decode step, kernels back to back on one stream
with the surplus on a second, memory operations in what is left.
"""

import random
from bisect import bisect_right
from itertools import accumulate, cycle
from pathlib import Path

from tracebuilder import KERNEL, MEMCPY, MEMSET, NVTX, RUNTIME, at, mark, push, write_trace

GPU_START = 47_000_000
API_START = 1_000_000
STEPS = "PLE_wait_for_GPU"
GRAPH_LAUNCH = "cudaGraphLaunch_v10000"
COPY, SET = "cudaMemcpyAsync_v3020", "cudaMemsetAsync_v3020"
UNLISTED = 12


def ns(seconds: float) -> int:
    """Whole nanoseconds."""
    return round(seconds * 1e9)


def parts(total: int, n: int) -> list[int]:
    """n whole numbers that sum to total, as equal as can be."""
    return [total // n + (i < total % n) for i in range(n)]


def uneven(total: int, n: int, rng: random.Random) -> list[int]:
    """n positive whole numbers that sum to total, spread around the mean."""
    found = parts(total, n)
    for i in range(0, n - 1, 2):
        shift = rng.randint(0, min(found[i], found[i + 1]) // 3)
        found[i], found[i + 1] = found[i] + shift, found[i + 1] - shift
    return found


class Busy:
    """The GPU's busy islands, and how much of a range they cover."""

    def __init__(self, want: dict) -> None:
        """One island per decode step and one more, with equal gaps."""
        steps, busy = want["nvtx"][STEPS]["count"], ns(want["gpu_busy_union_s"])
        gaps = [*parts(ns(want["gpu_activity_span_s"]) - busy, steps), 0]
        self.gap = min(gaps[:-1])
        self.islands, start = [], GPU_START
        for width, gap in zip(parts(busy, steps + 1), gaps, strict=True):
            self.islands.append((start, start + width))
            start += width + gap
        self.starts = [begin for begin, _ in self.islands]
        self.before = [0, *accumulate(end - begin for begin, end in self.islands)]

    def upto(self, t: int) -> int:
        """Busy time before t."""
        i = bisect_right(self.starts, t) - 1
        return 0 if i < 0 else self.before[i] + min(t, self.islands[i][1]) - self.islands[i][0]

    def place(self, length: int, overlap: int, first: int, last: int) -> int:
        """A start in [first, last] at which a range of this length overlaps by exactly `overlap`.

        The overlap changes by at most 1 ns per ns of shift, so a change of sign brackets an exact start.
        """

        def excess(start: int) -> int:
            return self.upto(start + length) - self.upto(start) - overlap

        low, before = first, excess(first)
        for high in [*range(first, last, max(1, (last - first) // 512)), last]:
            after = excess(high)
            if after == 0:
                return high
            if (before < 0) != (after < 0):
                while excess(middle := (low + high) // 2):
                    low, high = (middle, high) if (excess(middle) < 0) == (before < 0) else (low, middle)
                return middle
            low, before = high, after
        raise AssertionError(f"no place for a range of {length} ns with {overlap} ns of overlap")


def kernels(want: dict, rng: random.Random) -> list[tuple[str, int]]:
    """(name, duration) of every kernel: those listed, and others that sum to less than the least listed."""
    found = [(n, d) for n, (count, s) in want["top_kernels"] for d in uneven(ns(s), count, rng)]
    least = ns(want["top_kernels"][-1][1][1])
    for i, count in enumerate(parts(want["kernel_count"] - len(found), UNLISTED)):
        total = max(count, min(count * 900, least * (80 - i) // 100))
        found += [(f"unlisted_kernel_{i:02d}", d) for d in uneven(total, count, rng)]
    rng.shuffle(found)
    return found


def device_work(want: dict, busy: Busy, rng: random.Random) -> tuple[list[dict], list[tuple[int, int]]]:
    """Kernels (their name in place of its id), and the times of memory operations, that fill the islands."""
    placed, todo, holes = [], iter(kernels(want, rng)), []
    item = next(todo, None)
    for begin, end in busy.islands:
        t = begin
        while t < end and item:
            start = min(t, end - item[1])  # the last one is pulled back to end with the island
            assert start >= begin
            placed.append(at(start, start + item[1], streamId=7 if start == t else 13, shortName=item[0]))
            t, item = start + item[1], next(todo, None)
        if t < end:
            holes.append((t, end))
    homes = cycle(busy.islands)

    def anywhere(duration: int) -> tuple[int, int]:
        begin, end = next(homes)
        start = rng.randint(begin, end - duration)
        return start, start + duration

    while item:
        start, end = anywhere(item[1])
        placed.append(at(start, end, streamId=13, shortName=item[0]))
        item = next(todo, None)
    placed.sort(key=lambda row: (row["start"], row["end"]))
    for i in rng.sample(range(len(placed)), want["graph_node_kernel_count"]):
        placed[i]["graphNodeId"] = (1 << 34) + i % 400

    copies, sets = (want["api"][name][0] for name in (COPY, SET))
    chunk = -(-sum(end - begin for begin, end in holes) // (copies - len(holes) - 1))
    pieces = [(t, min(end, t + chunk)) for begin, end in holes for t in range(begin, end, chunk)]
    assert len(pieces) <= copies
    return placed, pieces + [anywhere(rng.randint(600, 4000)) for _ in range(copies + sets - len(pieces))]


def nvtx(want: dict, busy: Busy) -> list[dict]:
    """Ranges that overlap the busy GPU by their share each, and the dispatch marks."""
    rows, floor = [], -(1 << 62)  # texts begin in the order in which the summary lists them
    for text, figures in want["nvtx"].items():
        count = figures["count"]
        lengths, shares = (parts(ns(figures[key]), count) for key in ("union_s", "gpu_overlap_s"))
        for i, (length, share) in enumerate(zip(lengths, shares, strict=True)):
            first, last = GPU_START - length, busy.islands[-1][1]
            if count > 1:
                slot = i + len(busy.islands) - 1 - count
                first, end = busy.starts[slot], busy.starts[slot + 1]
                last = end - 1 if length < busy.gap else end + busy.islands[0][1] - GPU_START - length
                last = min(last, end + busy.gap) if i + 1 < count else last
            start = busy.place(length, share, max(first, floor + 1) if i == 0 else first, last)
            floor = start if i == 0 else floor
            rows.append(push(start, start + length, textId=text))
    for i, event in enumerate(want["dispatch_timeline"]):
        # both ways that exports carry a text: inline, and by id
        rows.append(mark(event["start_ns"], **{"text" if i % 2 else "textId": event["name"]}))
    return rows


def api(want: dict, rng: random.Random) -> list[dict]:
    """API calls of one thread, one after the other (their name in place of its id)."""
    calls = [(name, d) for name, (count, s) in want["api"].items() for d in uneven(ns(s), count, rng)]
    rng.shuffle(calls)
    rows, t = [], API_START
    for i, (name, duration) in enumerate(calls, 1):
        rows.append(at(t, t + duration, nameId=name, correlationId=i))
        t += duration + 40
    return rows


def lay_out(want: dict, path: Path, shuffle: int | None = None) -> Path:
    """Write the trace that has the summary `want`."""
    rng, busy = random.Random(20260101), Busy(want)
    work, memory = device_work(want, busy, rng)
    copies = want["api"][COPY][0]
    tables = {
        KERNEL: work,
        MEMCPY: [at(*times, bytes=10 * i) for i, times in enumerate(memory[:copies])],
        MEMSET: [at(*times) for times in memory[copies:]],
        NVTX: nvtx(want, busy),
        RUNTIME: api(want, rng),
    }
    ids: dict[str, int] = {}
    for rows, column in (
        (tables[KERNEL], "shortName"),
        (tables[NVTX], "textId"),
        (tables[RUNTIME], "nameId"),
    ):
        for row in rows:
            if row.get(column) is not None:
                row[column] = ids.setdefault(row[column], len(ids) + 1)
    return write_trace(path, tables, strings={key: text for text, key in ids.items()}, shuffle=shuffle)
