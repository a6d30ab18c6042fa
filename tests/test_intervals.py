"""The interval macros against an oracle that marks single nanoseconds, and a large case against a sweep.

Every lane is a case of its own: thousands of random cases are asked in one statement.
"""

import random
import sqlite3
from collections import defaultdict
from itertools import pairwise

import pytest
from oracle import Lane, sweep_union
from tracebuilder import write_trace

from nsys_duck.trace.trace import Trace

LANES = 1500
REACH = 24  # random times lie in 0..REACH, then move by the lane's offset
OFFSETS = (0, 0, 0, -12, -1_000_000_007, 1_767_225_600_000_000_001)
WINDOWS = ((5, 15), (0, 24), (10, 11), (None, 12), (12, None), (None, None), (30, 40), (-9, 7))


def random_intervals(rng: random.Random) -> list[tuple]:
    """Up to 9 intervals: touching, identical, of length 0, reversed and without one of their times."""
    found = []
    for _ in range(rng.randint(0, 9)):
        start, length = rng.randint(0, REACH), rng.choice((0, 1, 1, 2, 3, 5, 8))
        found.append((start, start + length))
        kind = rng.random()
        if kind < 0.08:
            found[-1] = rng.choice(((start, None), (None, start), (start + 1 + length, start)))
        elif kind < 0.16:
            found.append(found[-1])
        elif kind < 0.3:
            found.append((start + length, start + length + rng.randint(0, 4)))
    return found


def moved(row: tuple, offset: int) -> tuple:
    """The row with every time that it has moved by `offset`."""
    return tuple(None if time is None else time + offset for time in row)


@pytest.fixture(scope="module")
def cases() -> dict[int, tuple[int, Lane]]:
    """lane -> (its offset, the oracle with the lane's intervals and points)."""
    rng = random.Random(20260901)
    made = {}
    for lane in range(LANES):
        points = [rng.randint(-3, REACH + 12) for _ in range(rng.randint(0, 6))]
        made[lane] = (rng.choice(OFFSETS), Lane(random_intervals(rng), random_intervals(rng), points))
    return made


@pytest.fixture(scope="module", params=["sorted", "shuffled"])
def trace(request, cases, tmp_path_factory):
    """A trace with the tables a, b and p of all cases; the order of rows must not matter."""
    tables = {"a": [], "b": [], "p": []}
    for lane, (offset, case) in cases.items():
        tables["a"] += [(lane, *moved(row, offset)) for row in case.a]
        tables["b"] += [(lane, *moved(row, offset)) for row in case.b]
        tables["p"] += [(lane, at + offset) for at in case.points]
    for rows in tables.values():
        rows.sort(key=lambda row: tuple((value is not None, value or 0) for value in row))
        if request.param == "shuffled":
            random.Random(3).shuffle(rows)
    with Trace(with_tables(tmp_path_factory.mktemp("cases"), tables)) as opened:
        yield opened


def with_tables(folder, tables: dict[str, list[tuple]]):
    """A trace that has these tables beside its own: (lane, start_ns, end_ns), or (lane, at_ns)."""
    path = write_trace(folder / "trace.sqlite")
    db = sqlite3.connect(path)
    for name, rows in tables.items():
        columns = (
            "lane INTEGER, at_ns INTEGER" if name == "p" else "lane INTEGER, start_ns INTEGER, end_ns INTEGER"
        )
        db.execute(f"CREATE TABLE {name} ({columns})")
        db.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    db.commit()
    db.close()
    return path


def asked(trace: Trace, call: str, cases: dict | None = None) -> dict[int, list[tuple]]:
    """The rows of a macro by lane, in order, moved back by each lane's offset."""
    sources = ", ".join(f"{name} AS (FROM raw.{name})" for name in ("a", "b", "p") if f"'{name}'" in call)
    found = defaultdict(list)
    for lane, *row in trace.answer(f"WITH {sources} FROM {call}").rows:
        found[lane].append(moved(tuple(row), -cases[lane][0]) if cases else tuple(row))
    return {lane: sorted(rows) for lane, rows in found.items()}


def batched(values: list, size: int) -> list[list]:
    """The values in lists of this size; what is left over is left out."""
    return [values[i : i + size] for i in range(0, len(values) - size + 1, size)]


def differences(got: dict, want: dict, cases: dict) -> list:
    """The first lanes that differ, with what was asked."""
    lanes = [lane for lane in range(LANES) if got.get(lane, []) != want.get(lane, [])]
    return [(cases[lane][1], got.get(lane, []), want.get(lane, [])) for lane in lanes[:2]]


@pytest.mark.parametrize(
    ("call", "oracle"),
    [
        ("interval_union('a')", Lane.union),
        ("interval_gaps('a')", Lane.gaps),
        ("interval_intersect('a', 'b')", Lane.intersect),
        ("interval_intersect('b', 'a')", Lane.intersect),
        ("interval_subtract('a', 'b')", Lane.subtract),
    ],
)
def test_macro(trace, cases, call, oracle):
    """The macro gives exactly the pieces that single nanoseconds give."""
    want = {lane: oracle(case) for lane, (_, case) in cases.items()}
    assert sum(map(len, want.values())) > LANES / 2
    assert differences(asked(trace, call, cases), want, cases) == []


def test_coverage(trace, cases):
    """Covered time before each point, each point once."""
    want = {lane: case.coverage() for lane, (_, case) in cases.items()}
    got = {}
    for lane, at, covered in trace.answer(
        "WITH a AS (FROM raw.a), p AS (FROM raw.p) FROM interval_coverage('a', 'p') ORDER BY ALL"
    ).rows:
        got.setdefault(lane, []).append((at - cases[lane][0], covered))
    assert sum(map(len, want.values())) > LANES
    assert differences(got, want, cases) == []


def test_coverage_of_all_lanes_together(trace, cases):
    """The same without lanes, a few cases at a time: lanes with one offset are one timeline."""
    for offset in set(OFFSETS):
        for some in batched([lane for lane in cases if cases[lane][0] == offset][:60], 3):
            rows = [row for lane in some for row in cases[lane][1].a]
            points = [at for lane in some for at in cases[lane][1].points]
            where = f"WHERE lane IN ({', '.join(map(str, some))})"
            got = trace.answer(
                f"WITH a AS (FROM raw.a {where}), p AS (FROM raw.p {where})\n"
                "FROM interval_coverage_all('a', 'p')"
            ).rows
            assert sorted((at - offset, covered) for at, covered in got) == Lane(rows, [], points).coverage()


@pytest.mark.parametrize("window", WINDOWS)
def test_clip(trace, cases, window):
    """Each interval is cut on its own; clipping twice to the same window changes nothing."""
    plain = {lane for lane, (offset, _) in cases.items() if offset == 0}
    bounds = ", ".join("NULL" if bound is None else str(bound) for bound in window)
    got = asked(trace, f"interval_clip('a', {bounds})")
    want = {lane: case.clip(*window) for lane, (_, case) in cases.items() if lane in plain}
    assert any(want.values()) or window == (30, 40)
    assert differences({lane: got.get(lane, []) for lane in plain}, want, cases) == []
    again = trace.answer(
        f"WITH a AS (FROM raw.a), once AS (FROM interval_clip('a', {bounds}))\n"
        f"FROM interval_clip('once', {bounds})"
    ).rows
    assert sorted(again) == sorted((lane, *row) for lane, rows in got.items() for row in rows)


def test_large(tmp_path):
    """200,000 intervals, some of which span everything, against a sweep in Python."""
    rng = random.Random(7)
    rows = []
    for _ in range(200_000):
        lane, start = rng.randint(1, 4), rng.randint(0, 10**9)
        rows.append((lane, start, start + int(rng.expovariate(1 / 9000))))
    rows += [(5, 0, 10**9)] * 3 + [(5, i * 10, i * 10 + 5) for i in range(5000)]
    rows += [(6, i * 10, i * 10 + 10) for i in range(5000)]
    points = [(rng.randint(1, 6), rng.randint(-5, 10**9 + 5)) for _ in range(20_000)]
    rng.shuffle(rows)
    want = sweep_union(rows)
    with Trace(with_tables(tmp_path, {"a": rows, "p": points})) as trace:
        assert asked(trace, "interval_union('a')") == {lane: islands for lane, (islands, _) in want.items()}
        gaps = {lane: [(x[1], y[0]) for x, y in pairwise(i)] for lane, (i, _) in want.items()}
        assert asked(trace, "interval_gaps('a')") == {lane: rows for lane, rows in gaps.items() if rows}
        got = trace.answer("WITH a AS (FROM raw.a), p AS (FROM raw.p) FROM interval_coverage('a', 'p')").rows
        assert sorted(got) == sorted({(lane, at, want[lane][1](at)) for lane, at in points})
        ((_, together),) = sweep_union([(0, start, end) for _, start, end in rows]).values()
        got = trace.answer(
            "WITH a AS (FROM raw.a), p AS (FROM raw.p) FROM interval_coverage_all('a', 'p')"
        ).rows
        assert sorted(got) == sorted({(at, together(at)) for _, at in points})
