"""What the interval macros must give, worked out so plainly that nobody need trust it.

Times are cells: the instant t is cell 2t, the nanosecond from t to t + 1 is cell 2t + 1. A closed
interval is a run of cells, so intervals that touch share a cell and one of length 0 still has one.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate, pairwise
from typing import NamedTuple

Rows = list[tuple[int, int]]


def usable(rows: Iterable[tuple]) -> Rows:
    """The rows that are intervals at all."""
    return [row for row in rows if None not in row and row[1] >= row[0]]


def runs(values: set[int]) -> Rows:
    """(first, last) of every maximal run of consecutive whole numbers."""
    return [
        (first, next(last for last in range(first, max(values) + 1) if last + 1 not in values))
        for first in sorted(values)
        if first - 1 not in values
    ]


def nanoseconds(rows: Rows) -> set[int]:
    """Every nanosecond that some row covers, by its start."""
    return {ns for start, end in usable(rows) for ns in range(start, end)}


class Lane(NamedTuple):
    """Two sets of intervals of one lane, and points in time."""

    a: Rows
    b: Rows
    points: list[int]

    def union(self) -> Rows:
        """interval_union of a."""
        cells = {cell for start, end in usable(self.a) for cell in range(2 * start, 2 * end + 1)}
        return [(first // 2, last // 2) for first, last in runs(cells)]

    def gaps(self) -> Rows:
        """interval_gaps of a."""
        islands = self.union()
        return [(left[1], right[0]) for left, right in pairwise(islands)]

    def intersect(self) -> Rows:
        """interval_intersect of a and b."""
        return [(first, last + 1) for first, last in runs(nanoseconds(self.a) & nanoseconds(self.b))]

    def subtract(self) -> Rows:
        """interval_subtract of b from a."""
        return [(first, last + 1) for first, last in runs(nanoseconds(self.a) - nanoseconds(self.b))]

    def coverage(self) -> Rows:
        """interval_coverage of a at the points: (point, covered before it)."""
        covered = nanoseconds(self.a)
        return [(at, sum(ns < at for ns in covered)) for at in sorted(set(self.points))]

    def clip(self, begin: int | None, end: int | None) -> Rows:
        """interval_clip of a to [begin, end)."""
        begin, end = (-(10**6) if begin is None else begin), (10**6 if end is None else end)
        found = []
        for start, stop in usable(self.a):
            if start == stop:
                found += [(start, stop)] if begin <= start < end else []
            elif kept := [ns for ns in range(start, stop) if begin <= ns < end]:
                found.append((kept[0], kept[-1] + 1))
        return sorted(found)


def sweep_union(rows: list[tuple[int, int, int]]) -> dict[int, tuple[Rows, Callable[[int], int]]]:
    """lane -> (islands, covered time before a point), by one pass over the sorted rows."""
    islands: dict[int, list[list[int]]] = {}
    for lane, start, end in sorted(rows):
        own = islands.setdefault(lane, [])
        if own and start <= own[-1][1]:
            own[-1][1] = max(own[-1][1], end)
        else:
            own.append([start, end])
    return {lane: ([tuple(island) for island in own], covered_before(own)) for lane, own in islands.items()}


def covered_before(islands: list) -> Callable[[int], int]:
    """How much of the islands, in order and apart, lies before a point."""
    starts = [start for start, _ in islands]
    before = [0, *accumulate(end - start for start, end in islands)]

    def covered(at: int) -> int:
        i = bisect_right(starts, at) - 1
        return 0 if i < 0 else before[i] + min(at, islands[i][1]) - islands[i][0]

    return covered
