"""_interval_rows: no two intervals in one row of a lane overlap, and there are no more rows than needed by much."""

import random
from collections import defaultdict
from itertools import pairwise

import pytest
from test_intervals import with_tables

from nsys_duck.trace.trace import Trace

ASK = """WITH t AS (SELECT lane, rowid AS id, start_ns, end_ns FROM raw.a)
SELECT t.lane, t.start_ns, t.end_ns, coalesce(p.place, 0) FROM t
LEFT JOIN _interval_rows('t') AS p ON p.lane = t.lane AND p.id = t.id ORDER BY ALL"""


def drawn(folder, rows: list[tuple]) -> dict[int, dict[int, list]]:
    """lane -> row -> its intervals in order; those without an end are left out."""
    found = defaultdict(lambda: defaultdict(list))
    with Trace(with_tables(folder, {"a": rows})) as trace:
        for lane, start, end, place in trace.answer(ASK).rows:
            if end is not None:
                found[lane][place].append((start, end))
    return found


def random_rows(seed: int) -> list[tuple]:
    """Lanes of intervals that touch, overlap, nest, repeat, have no length or no end."""
    rng = random.Random(seed)
    rows = []
    for lane in range(400):
        reach = rng.choice((10, 40, 200))
        for _ in range(rng.randint(0, 14)):
            start = rng.randint(0, reach)
            rows.append((lane, start, rng.choice((start, None, *range(start + 1, start + 30)))))
            if rng.random() < 0.2:
                rows.append(rows[-1])
    rng.shuffle(rows)
    return rows


@pytest.mark.parametrize("seed", [1, 2])
def test_no_two_overlap(tmp_path, seed):
    """In a row each begins where, or after, the one before it ends; all are there; rows have no gaps."""
    rows = random_rows(seed)
    found = drawn(tmp_path, rows)
    for lane, places in found.items():
        assert sorted(places) == list(range(len(places))), lane
        for intervals in places.values():
            for (_, end), (start, _) in pairwise(intervals):
                assert start >= end, (lane, intervals)
    assert sum(len(intervals) for places in found.values() for intervals in places.values()) == sum(
        end is not None for *_, end in rows
    )


def test_a_chain_takes_two_rows(tmp_path):
    """Each begins before the one before it ends, as launches of dependent kernels do: two rows, not one each."""
    places = drawn(tmp_path, [(0, 10 * i, 10 * i + 12) for i in range(5000)])[0]
    assert [len(intervals) for intervals in places.values()] == [2500, 2500]


def test_what_does_not_overlap_stays_in_one_row(tmp_path):
    """Also beside a group that overlaps, and where ends touch."""
    rows = [(0, 0, 5), (0, 5, 5), (0, 5, 9), (0, 20, 30), (0, 25, 40), (0, 40, 50), (1, 20, 30)]
    assert drawn(tmp_path, rows) == {
        0: {0: [(0, 5), (5, 9), (20, 30), (40, 50)], 1: [(25, 40)], 2: [(5, 5)]},
        1: {0: [(20, 30)]},
    }
